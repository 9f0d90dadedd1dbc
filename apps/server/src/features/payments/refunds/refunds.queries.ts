import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';
import { type Page, rowsOfPage } from '../../integration-rows/integration-rows.exports.ts';

/**
 * The states of a refund. `sent`: it may be on its way. `unknown`: the answer was lost. `pending`: the provider has it.
 * `done`: the money is on its way to the customer. `refused`: nothing was refunded.
 */
export type RefundState = 'sent' | 'unknown' | 'pending' | 'done' | 'refused';

const columns = [
  ...(['id', 'payment_id', 'reference', 'amount_minor', 'reason', 'state', 'under_way'] as const),
  ...(['refunded_before_minor', 'provider_refund_id', 'earlier_ids', 'error_code'] as const),
  ...(['created_at', 'updated_at'] as const),
] as const;

export type RefundRow = Omit<NonNullable<Awaited<ReturnType<typeof selectById>>>, 'state'> & { state: RefundState };

const selectRefunds = (db: TenantDb, tenantId: number) =>
  db.selectFrom('payment_refunds').select(columns).where('tenant_id', '=', tenantId);

const selectById = (db: TenantDb, tenantId: number, id: number) =>
  selectRefunds(db, tenantId).where('id', '=', id).executeTakeFirst();

export async function findRefund(db: TenantDb, tenantId: number, id: number): Promise<RefundRow | undefined> {
  return (await selectById(db, tenantId, id)) as RefundRow | undefined;
}

export async function findRefundByReference(
  db: TenantDb,
  tenantId: number,
  reference: string,
): Promise<RefundRow | undefined> {
  return (await selectRefunds(db, tenantId).where('reference', '=', reference).executeTakeFirst()) as
    | RefundRow
    | undefined;
}

/** Returns all refunds of a payment that were asked for here. DANGER: lock the payment before you decide by them. */
export async function refundsOfPayment(db: TenantDb, tenantId: number, paymentId: number): Promise<RefundRow[]> {
  return (await selectRefunds(db, tenantId).where('payment_id', '=', paymentId).orderBy('id').execute()) as RefundRow[];
}

/** Reads a page of the refunds of a payment that were asked for here. */
export async function pageOfRefunds(db: TenantDb, tenantId: number, paymentId: number, page: Page) {
  const { where, order, limit } = rowsOfPage('r', page);
  const rows = await db
    .selectFrom('payment_refunds as r')
    .select(columns.map((column) => `r.${column}` as const))
    .select(sql<string>`r.updated_at::text`.as('changed_at'))
    .where('r.tenant_id', '=', tenantId)
    .where('r.payment_id', '=', paymentId)
    .where(where)
    .orderBy(order)
    .limit(limit)
    .execute();
  return rows as (RefundRow & { changed_at: string })[];
}

/** Returns those of the payments that have a refund under way. DANGER: lock the payments before you decide by it. */
export async function paymentsWithRefundUnderWay(
  trx: TenantDb,
  tenantId: number,
  paymentIds: readonly number[],
): Promise<Set<number>> {
  if (paymentIds.length === 0) return new Set();
  const rows = await trx
    .selectFrom('payment_refunds')
    .select('payment_id')
    .where('tenant_id', '=', tenantId)
    .where('payment_id', 'in', paymentIds)
    .where('under_way', '=', true)
    .execute();
  return new Set(rows.map(({ payment_id }) => payment_id));
}

/** Locks a refund until the transaction ends. */
export async function lockRefund(trx: TenantDb, tenantId: number, id: number): Promise<RefundRow> {
  return (await selectRefunds(trx, tenantId).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()) as RefundRow;
}

export interface NewRefund {
  id: number;
  payment_id: number;
  reference: string;
  amount_minor: number;
  reason: string;
  refunded_before_minor: number;
  earlier_ids: readonly string[];
  created_at: Date;
  check_at: Date;
}

/** Inserts a refund as sent, and returns it; undefined if there is a refund with its reference. */
export async function insertRefund(trx: TenantDb, tenantId: number, refund: NewRefund): Promise<RefundRow | undefined> {
  const inserted = trx
    .insertInto('payment_refunds')
    .values({
      ...refund,
      tenant_id: tenantId,
      state: 'sent',
      earlier_ids: JSON.stringify(refund.earlier_ids),
      updated_at: refund.created_at,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'reference']).doNothing())
    .returning(columns);
  return (await inserted.executeTakeFirst()) as RefundRow | undefined;
}

export interface RefundChanges {
  state?: RefundState;
  under_way?: boolean;
  provider_refund_id?: string | null;
  error_code?: string | null;
  updated_at?: Date;
  check_at: Date | null;
}

export async function updateRefund(trx: TenantDb, tenantId: number, id: number, changes: RefundChanges): Promise<void> {
  await trx
    .updateTable('payment_refunds')
    .set(changes)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Claims refunds that are due for a check. Before `until` no other copy of the server takes them. */
export async function claimDueRefunds(
  db: TenantDb,
  tenantId: number,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update payment_refunds r set check_at = ${until}
    from (
      select id from payment_refunds where tenant_id = ${tenantId} and check_at <= ${now}
      order by check_at limit ${limit} for update skip locked
    ) as due
    where r.tenant_id = ${tenantId} and r.id = due.id
    returning r.id`.execute(db);
  return rows.map(({ id }) => id);
}
