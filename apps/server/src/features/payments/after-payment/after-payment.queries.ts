import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';

/** Stores the refunded part of each allocation. */
export async function refundAllocations(
  trx: TenantDb,
  tenantId: number,
  shares: readonly { id: number; refundedMinor: number }[],
): Promise<void> {
  const ids = shares.map(({ id }) => id);
  const amounts = shares.map(({ refundedMinor }) => refundedMinor);
  await sql`
    update payment_allocations a set refunded_minor = share.refunded
    from unnest(${ids}::int[], ${amounts}::bigint[]) as share (id, refunded)
    where a.tenant_id = ${tenantId} and a.id = share.id`.execute(trx);
}

/** Takes amounts off allocations. An allocation that is taken whole is deleted. */
export async function reduceAllocations(
  trx: TenantDb,
  tenantId: number,
  parts: readonly { id: number; minor: number }[],
): Promise<void> {
  const ids = parts.map(({ id }) => id);
  const amounts = parts.map(({ minor }) => minor);
  const part = sql`unnest(${ids}::int[], ${amounts}::bigint[]) as part (id, minor)`;
  await sql`
    delete from payment_allocations a using ${part}
    where a.tenant_id = ${tenantId} and a.id = part.id and a.amount_minor <= part.minor`.execute(trx);
  await sql`
    update payment_allocations a set amount_minor = a.amount_minor - part.minor,
      refunded_minor = least(a.refunded_minor, a.amount_minor - part.minor)
    from ${part} where a.tenant_id = ${tenantId} and a.id = part.id`.execute(trx);
}

/** Returns the refunds of a payment that were made here: the provider has named them. */
export function refundsMadeHere(db: TenantDb, tenantId: number, paymentId: number) {
  return db
    .selectFrom('payment_refunds')
    .select(['reference', 'provider_refund_id', 'amount_minor', 'state', 'check_at'])
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .where('provider_refund_id', 'is not', null)
    .execute();
}

/** Makes the server ask again about the refunds of a payment that were made here. */
export async function checkRefundsAgain(trx: TenantDb, tenantId: number, paymentId: number, now: Date): Promise<void> {
  await trx
    .updateTable('payment_refunds')
    .set({ check_at: now })
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .where('provider_refund_id', 'is not', null)
    .where('state', '!=', 'refused')
    .execute();
}

/**
 * Returns what a bank took of payments off one of their orders, in minor units, by payment. The payments' events hold
 * it as `<order>: <minor units>`. Amounts that came back since are left out.
 */
export async function takenOffOrder(
  db: TenantDb,
  tenantId: number,
  orderId: number,
  payments: readonly { id: number; reversed_minor: number }[],
): Promise<Map<number, number>> {
  const ids = payments.filter(({ reversed_minor }) => reversed_minor > 0).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ payment_id: number; minor: number }>`
    select po.payment_id, least(
        p.reversed_minor,
        po.amount_minor - coalesce(a.amount_minor, 0),
        sum(split_part(part, ': ', 2)::bigint)
      )::bigint as minor
    from payment_orders po
    join payments p on p.tenant_id = po.tenant_id and p.id = po.payment_id
    join payment_events e on e.tenant_id = po.tenant_id and e.payment_id = po.payment_id
    cross join jsonb_array_elements_text(coalesce(e.detail -> 'takenOff', '[]')) part
    left join payment_allocations a
      on a.tenant_id = po.tenant_id and a.payment_id = po.payment_id and a.order_id = po.order_id
    where po.tenant_id = ${tenantId} and po.order_id = ${orderId} and po.payment_id = any(${ids})
      and split_part(part, ': ', 1) = ${String(orderId)}
    group by po.payment_id, po.amount_minor, p.reversed_minor, a.amount_minor`.execute(db);
  return new Map(rows.map(({ payment_id, minor }) => [payment_id, minor]));
}
