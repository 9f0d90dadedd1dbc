import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

export interface PlannedOrder {
  order_id: number;
  amount_minor: number;
  /** The order's debt when a part of it was chosen. Null: the attempt pays all of it. */
  due_minor: number | null;
}

/**
 * Makes an attempt hold its orders, except for those that another one holds. DANGER: lock the attempt first, and then
 * the orders in the order of ids.
 */
export async function holdFreeOrders(trx: TenantDb, tenantId: number, paymentId: number): Promise<void> {
  await sql`
    update payment_orders mine set live = true
    where mine.tenant_id = ${tenantId} and mine.payment_id = ${paymentId} and not mine.live and not exists (
      select from payment_orders other
      where other.tenant_id = mine.tenant_id and other.order_id = mine.order_id and other.live
    )`.execute(trx);
}

/** Ends the attempt’s hold on its orders, so that others can pay them. */
export async function releaseOrders(trx: TenantDb, tenantId: number, paymentId: number): Promise<void> {
  await trx
    .updateTable('payment_orders')
    .set({ live: false })
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .where('live', '=', true)
    .execute();
}

/** Returns the amounts for which the attempt was made, by order. */
export async function plannedOrders(db: TenantDb, tenantId: number, paymentId: number): Promise<PlannedOrder[]> {
  return db
    .selectFrom('payment_orders')
    .select(['order_id', 'amount_minor', 'due_minor'])
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .orderBy('order_id')
    .execute();
}

export type AllocationRow = Awaited<ReturnType<typeof allocationsOf>>[number];

/** Returns the allocations of payments, in the order in which they were made. */
export async function allocationsOf(db: TenantDb, tenantId: number, paymentIds: readonly number[]) {
  return db
    .selectFrom('payment_allocations')
    .select(['id', 'payment_id', 'order_id', 'amount_minor', 'refunded_minor', 'created_at'])
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', sql<number>`any(${paymentIds})`)
    .orderBy('id')
    .execute();
}

/** Adds amounts to the allocations of a payment. */
export async function addAllocations(
  trx: TenantDb,
  tenantId: number,
  paymentId: number,
  allocations: readonly { id: number; order_id: number; amount_minor: number }[],
  now: Date,
): Promise<void> {
  if (allocations.length === 0) return;
  await trx
    .insertInto('payment_allocations')
    .values(allocations.map((each) => ({ ...each, tenant_id: tenantId, payment_id: paymentId, created_at: now })))
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'payment_id', 'order_id']).doUpdateSet({
        amount_minor: sql`payment_allocations.amount_minor + excluded.amount_minor`,
      }),
    )
    .execute();
}

/** Returns the orders to which a payment is allocated. */
export async function allocatedOrders(
  db: TenantDb,
  tenantId: number,
  paymentId: number,
): Promise<Pick<PlannedOrder, 'order_id' | 'amount_minor'>[]> {
  return db
    .selectFrom('payment_allocations')
    .select(['order_id', 'amount_minor'])
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .orderBy('order_id')
    .execute();
}
