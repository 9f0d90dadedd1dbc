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

/** Takes amounts off allocations. What is taken whole is on its order no more. */
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
