import type { DatabaseSync } from 'node:sqlite';
import type { ThreeDResult } from '../../cards/challenge-outcome.ts';

export type AuthenticationStatus = 'COMPLETED' | 'PENDING' | 'FAILED';

/**
 * A 3-D Secure authentication. `fields` is the part that the provider shows, `bank` the part that only the bank
 * knows.
 */
export interface Authentication {
  readonly id: string;
  readonly accountId: string;
  readonly merchantRefNum: string;
  readonly acsTransactionId: string;
  readonly createdAt: number;
  readonly status: AuthenticationStatus;
  readonly cardFingerprint: string;
  readonly cardPaymentToken: string | null;
  readonly fields: AuthenticationFields;
  readonly bank: BankView;
}

export interface AuthenticationFields {
  readonly amount: number;
  readonly currency: string;
  readonly deviceFingerprintingId?: string | undefined;
  readonly threeDSecureVersion: string;
  readonly threeDResult?: ThreeDResult | undefined;
  readonly threeDEnrollment?: 'Y' | 'N' | 'U' | undefined;
  readonly signatureStatus?: 'Y' | 'N' | undefined;
  readonly eci?: number | undefined;
  readonly cavv?: string | undefined;
  readonly xid?: string | undefined;
  readonly directoryServerTransactionId?: string | undefined;
  readonly threeDSecureServerTransactionId: string;
  readonly sdkChallengePayload?: string | undefined;
  readonly acsUrl?: string | undefined;
  readonly card: Readonly<Record<string, unknown>>;
  readonly errorCode?: string | undefined;
}

/** The bank's knowledge of an authentication: the details for its page, and the result of a passed challenge. */
export interface BankView {
  readonly merchantName: string;
  readonly cardType: string;
  readonly lastDigits: string;
  /** The Accept header of the browser, if the request has it. */
  readonly acceptHeader?: string | undefined;
  /** The outcome of a passed challenge; absent if there is none. */
  readonly after?: 'Y' | 'N' | 'U' | 'E' | undefined;
  /** Set once the challenge has been answered. */
  readonly decided?: 'Y' | 'N' | 'U' | 'E' | undefined;
}

export function insertAuthentication(database: DatabaseSync, authentication: Authentication): void {
  const { fields, bank } = authentication;
  database
    .prepare(
      `insert into authentication (id, account_id, merchant_ref_num, acs_transaction_id, created_at, status,
         card_fingerprint, card_payment_token, body) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      authentication.id,
      authentication.accountId,
      authentication.merchantRefNum,
      authentication.acsTransactionId,
      authentication.createdAt,
      authentication.status,
      authentication.cardFingerprint,
      authentication.cardPaymentToken,
      JSON.stringify({ fields, bank }),
    );
}

export function updateAuthentication(database: DatabaseSync, authentication: Authentication): void {
  const { fields, bank } = authentication;
  database
    .prepare('update authentication set status = ?, body = ? where id = ?')
    .run(authentication.status, JSON.stringify({ fields, bank }), authentication.id);
}

export function isAuthenticationReferenceTaken(database: DatabaseSync, accountId: string, reference: string): boolean {
  const query = 'select 1 from authentication where account_id = ? and merchant_ref_num = ?';
  return database.prepare(query).get(accountId, reference) !== undefined;
}

export function findAuthentication(database: DatabaseSync, accountId: string, id: string): Authentication | undefined {
  const row = database.prepare('select * from authentication where id = ? and account_id = ?').get(id, accountId);
  return row === undefined ? undefined : toAuthentication(row);
}

/** Finds the authentication that has this number at the bank. */
export function findByAcsTransaction(database: DatabaseSync, acsTransactionId: string): Authentication | undefined {
  const row = database.prepare('select * from authentication where acs_transaction_id = ?').get(acsTransactionId);
  return row === undefined ? undefined : toAuthentication(row);
}

/** Finds an authentication by its id or its proof. */
export function findIssued(
  database: DatabaseSync,
  accountId: string,
  shown: { readonly id?: string | undefined; readonly cavv?: string | undefined },
): Authentication | undefined {
  const row = database
    .prepare(`select * from authentication where account_id = ? and (id = ? or body ->> '$.fields.cavv' = ?)`)
    .get(accountId, shown.id ?? null, shown.cavv ?? null);
  return row === undefined ? undefined : toAuthentication(row);
}

/**
 * Finds the latest finished authentication that was made with a single-use token, in the form that the token's
 * content shows.
 */
export function findLatestOfToken(database: DatabaseSync, paymentToken: string): Record<string, unknown> | undefined {
  const row = database
    .prepare(
      `select * from authentication where card_payment_token = ? and status <> 'PENDING'
       order by created_at desc, rowid desc limit 1`,
    )
    .get(paymentToken);
  if (row === undefined) return undefined;
  const { id, fields } = toAuthentication(row);
  const { threeDSecureVersion, threeDResult, threeDEnrollment, eci, cavv, directoryServerTransactionId } = fields;
  return { id, threeDSecureVersion, threeDResult, threeDEnrollment, eci, cavv, directoryServerTransactionId };
}

export function listAuthentications(database: DatabaseSync, accountId: string): Authentication[] {
  const query = 'select * from authentication where account_id = ? order by created_at, rowid';
  return database.prepare(query).all(accountId).map(toAuthentication);
}

function toAuthentication(row: Record<string, unknown>): Authentication {
  const body = JSON.parse(String(row['body'])) as { fields: AuthenticationFields; bank: BankView };
  return {
    id: String(row['id']),
    accountId: String(row['account_id']),
    merchantRefNum: String(row['merchant_ref_num']),
    acsTransactionId: String(row['acs_transaction_id']),
    createdAt: Number(row['created_at']),
    status: row['status'] as AuthenticationStatus,
    cardFingerprint: String(row['card_fingerprint']),
    cardPaymentToken: row['card_payment_token'] as string | null,
    ...body,
  };
}
