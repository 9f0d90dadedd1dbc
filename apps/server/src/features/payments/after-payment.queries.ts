import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

/** Notes what was given back of each allocation. */
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

/** The payment is on no order any more. */
export async function removeAllocations(trx: TenantDb, tenantId: number, paymentId: number): Promise<void> {
  await trx
    .deleteFrom('payment_allocations')
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .execute();
}
