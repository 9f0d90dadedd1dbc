import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** The kinds of transaction, named as in the provider's paths and lists. */
export type RecordKind = 'auths' | 'settlements' | 'refunds' | 'voidauths' | 'verifications';

export type RecordStatus = 'RECEIVED' | 'PENDING' | 'COMPLETED' | 'HELD' | 'FAILED' | 'CANCELLED';

/**
 * One transaction in the provider's books. Amounts are in minor units, times in milliseconds of the sandbox's
 * clock.
 */
export interface PaymentRecord {
  readonly kind: RecordKind;
  readonly id: string;
  readonly accountId: string;
  readonly merchantRefNum: string;
  /** The auth of a settlement or void, or the settlement of a refund. */
  readonly parentId: string | null;
  readonly txnAt: number;
  /** Searches do not find it before this time. */
  readonly visibleAt: number;
  /** Its status is RECEIVED before this time. */
  readonly completesAt: number;
  readonly status: RecordStatus;
  readonly amount: number;
  /** The amount of an auth that can still be settled, or of a settlement that can still be refunded. */
  readonly remaining: number;
  readonly httpStatus: number;
  readonly errorCode: string | null;
  /** Further fields in the provider's form; never a card number. */
  readonly details: Readonly<Record<string, unknown>>;
}

export interface RecordSearch {
  readonly merchantRefNum?: string | undefined;
  readonly from: number;
  readonly until: number;
  readonly limit: number;
  readonly offset: number;
}

/** The time for which a merchantRefNum stays taken: 90 days. */
const referenceLifeMs = 90 * 24 * 60 * 60 * 1000;

export function insertRecord(
  database: DatabaseSync,
  record: Omit<PaymentRecord, 'id' | 'visibleAt' | 'completesAt' | 'httpStatus' | 'errorCode' | 'parentId'> &
    Partial<PaymentRecord>,
): PaymentRecord {
  const complete: PaymentRecord = {
    id: randomUUID(),
    parentId: null,
    visibleAt: record.txnAt,
    completesAt: record.txnAt,
    httpStatus: 200,
    errorCode: null,
    ...record,
  };
  database
    .prepare(
      `insert into payment_record (kind, id, account_id, merchant_ref_num, parent_id, txn_at, visible_at, completes_at,
         status, amount, remaining, http_status, error_code, details)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      complete.kind,
      complete.id,
      complete.accountId,
      complete.merchantRefNum,
      complete.parentId,
      complete.txnAt,
      complete.visibleAt,
      complete.completesAt,
      complete.status,
      complete.amount,
      complete.remaining,
      complete.httpStatus,
      complete.errorCode,
      JSON.stringify(complete.details),
    );
  return complete;
}

export function updateRecord(
  database: DatabaseSync,
  record: PaymentRecord,
  change: Partial<Pick<PaymentRecord, 'status' | 'remaining'>>,
): PaymentRecord {
  database
    .prepare(
      `update payment_record set status = coalesce(?, status), remaining = coalesce(?, remaining)
       where kind = ? and id = ?`,
    )
    .run(change.status ?? null, change.remaining ?? null, record.kind, record.id);
  return { ...record, ...change };
}

export function findRecord(
  database: DatabaseSync,
  kind: RecordKind,
  accountId: string,
  id: string,
  now: number,
): PaymentRecord | undefined {
  const row = database
    .prepare('select * from payment_record where kind = ? and id = ? and account_id = ?')
    .get(kind, id, accountId);
  return row === undefined ? undefined : toRecord(row, now);
}

/** Tells if the account has used this reference for this kind of transaction, visible or not. */
export function isReferenceTaken(
  database: DatabaseSync,
  kind: RecordKind,
  accountId: string,
  merchantRefNum: string,
  now: number,
): boolean {
  const query =
    'select 1 from payment_record where account_id = ? and kind = ? and merchant_ref_num = ? and txn_at > ?';
  return database.prepare(query).get(accountId, kind, merchantRefNum, now - referenceLifeMs) !== undefined;
}

/** Returns the visible transactions of an account, oldest first. */
export function searchRecords(
  database: DatabaseSync,
  kind: RecordKind,
  accountId: string,
  search: RecordSearch,
  now: number,
): PaymentRecord[] {
  const rows = database
    .prepare(
      `select * from payment_record
       where account_id = :accountId and kind = :kind and visible_at <= :now and txn_at between :from and :until
         and (:reference is null or merchant_ref_num = :reference)
       order by txn_at, rowid limit :limit offset :offset`,
    )
    .all({
      accountId,
      kind,
      now,
      from: search.from,
      until: search.until,
      reference: search.merchantRefNum ?? null,
      limit: search.limit,
      offset: search.offset,
    });
  return rows.map((row) => toRecord(row, now));
}

/** Returns every transaction of an account for the books, with those that searches do not find yet. */
export function listRecords(database: DatabaseSync, kind: RecordKind, accountId: string, now: number): PaymentRecord[] {
  const query = 'select * from payment_record where account_id = ? and kind = ? order by txn_at, rowid';
  return database
    .prepare(query)
    .all(accountId, kind)
    .map((row) => toRecord(row, now));
}

function toRecord(row: Record<string, unknown>, now: number): PaymentRecord {
  const completesAt = Number(row['completes_at']);
  return {
    kind: row['kind'] as RecordKind,
    id: String(row['id']),
    accountId: String(row['account_id']),
    merchantRefNum: String(row['merchant_ref_num']),
    parentId: row['parent_id'] as string | null,
    txnAt: Number(row['txn_at']),
    visibleAt: Number(row['visible_at']),
    completesAt,
    status: now < completesAt ? 'RECEIVED' : (row['status'] as RecordStatus),
    amount: Number(row['amount']),
    remaining: Number(row['remaining']),
    httpStatus: Number(row['http_status']),
    errorCode: row['error_code'] as string | null,
    details: JSON.parse(String(row['details'])) as Record<string, unknown>,
  };
}
