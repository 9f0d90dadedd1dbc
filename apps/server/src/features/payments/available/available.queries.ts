import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';
import type { Identifier } from '../../../lib/texts/typed-identifier.ts';
import type { PaymentState } from '../payment-states.rules.ts';

/** The condition that a payment has money on no order. Worded exactly like the index. */
export const isAvailable = sql.raw(`amount_minor > allocated_minor + refunded_minor + reversed_minor
  and state in ('allocated', 'partRefunded', 'refunded', 'partReversed', 'disputed')`);

/** A disputed part is with the bank, which may keep it. Before it decides, this money pays nothing. */
const available = sql.raw(
  'greatest(0, amount_minor - allocated_minor - refunded_minor - reversed_minor - disputed_minor)',
);

/** Sums the account's money that is on no order, in minor units of a currency. */
export async function sumAvailable(
  db: TenantDb,
  tenantId: number,
  { accountId, currency }: { accountId: number; currency: string },
): Promise<number> {
  const { rows } = await sql<{ minor: number }>`
    select coalesce(sum(${available}), 0)::bigint as minor from payments
    where tenant_id = ${tenantId} and account_id = ${accountId} and ${isAvailable} and currency = ${currency}`.execute(
    db,
  );
  return rows[0]?.minor ?? 0;
}

export interface AvailablePayment {
  id: number;
  state: PaymentState;
  allocated_minor: number;
  /** 0 if a bank holds all of it in a dispute. */
  available_minor: number;
}

/**
 * Locks the account's payments that have money on no order, and returns them, the oldest first.
 * @param paymentId this one alone; null for all
 */
export async function lockAvailable(
  trx: TenantDb,
  tenantId: number,
  { accountId, currency, paymentId }: { accountId: number; currency: string; paymentId: number | null },
): Promise<AvailablePayment[]> {
  const { rows } = await sql<AvailablePayment>`
    select id, state, allocated_minor, ${available} as available_minor from payments
    where tenant_id = ${tenantId} and account_id = ${accountId} and ${isAvailable} and currency = ${currency}
      and (${paymentId}::int is null or id = ${paymentId}::int)
    order by id for update`.execute(trx);
  return rows;
}

/** Finds the payments that have this number, or this reference: of the office, or ours at a provider. */
export async function findNamedPayments(db: TenantDb, tenantId: number, { reference, number }: Identifier) {
  return db
    .selectFrom('payments')
    .select(['id', 'account_id', 'currency', 'state', 'channel', 'amount_minor', 'merchant_ref_number'])
    .select('office_reference as reference')
    .where('tenant_id', '=', tenantId)
    .where((row) =>
      row.or([
        row('office_reference', '=', reference),
        row('merchant_ref_number', '=', reference),
        row('id', '=', number ?? -1),
      ]),
    )
    .orderBy('id')
    .execute();
}

/** Locks the payments that are on an order, in the order of ids, and returns their ids. */
export async function lockPaymentsOfOrder(trx: TenantDb, tenantId: number, orderId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from payments
    where tenant_id = ${tenantId} and id in (
      select payment_id from payment_allocations where tenant_id = ${tenantId} and order_id = ${orderId})
    order by id for update`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Returns the allocations of an order, the latest first. */
export async function allocationsOfOrder(trx: TenantDb, tenantId: number, orderId: number) {
  return trx
    .selectFrom('payment_allocations')
    .select(['id', 'payment_id', 'amount_minor', 'refunded_minor'])
    .where('tenant_id', '=', tenantId)
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .execute();
}

/** Locks an order and returns what can be paid or credited on it. */
export async function lockNamedOrder(trx: TenantDb, tenantId: number, orderId: number) {
  return trx
    .selectFrom('orders as o')
    .innerJoin('sites as s', (join) => join.onRef('s.tenant_id', '=', 'o.tenant_id').onRef('s.id', '=', 'o.site_id'))
    .select([
      'o.id',
      'o.reference',
      'o.account_id',
      'o.site_id',
      'o.order_type',
      'o.description',
      'o.boat_name',
      'o.currency',
    ])
    .select(['o.gross_minor', 'o.allocated_minor', 'o.credited_minor', 'o.cancelled_at', 'o.invoice_number'])
    .select('s.time_zone')
    .where('o.tenant_id', '=', tenantId)
    .where('o.id', '=', orderId)
    .forNoKeyUpdate('o')
    .executeTakeFirstOrThrow();
}
