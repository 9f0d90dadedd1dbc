import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { PaymentState } from './payment-states.rules.ts';

/** An order of a payment, as the database writes it as JSON. */
interface AllocationJson {
  order: string | null;
  order_number: number;
  amount_minor: number;
}

const allocations = sql<AllocationJson[]>`(
  select coalesce(json_agg(json_build_object(
    'order', o.reference, 'order_number', o.id, 'amount_minor', l.amount_minor) order by l.id), '[]')
  from payment_allocations l join orders o on o.tenant_id = l.tenant_id and o.id = l.order_id
  where l.tenant_id = p.tenant_id and l.payment_id = p.id and l.amount_minor > 0)`;

export type PaymentResourceRow = Awaited<ReturnType<typeof listPaymentResources>>[number];

/** Lists payments as programs see them, with the orders that they are on. */
export async function listPaymentResources(db: TenantDb, tenantId: number, ids: readonly number[]) {
  return db
    .selectFrom('payments as p')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'p.tenant_id').onRef('a.id', '=', 'p.account_id'),
    )
    .select(['p.id', 'p.merchant_ref_number', 'p.office_reference', 'p.office_method', 'p.site_id', 'p.channel'])
    .select(['p.currency', 'p.amount_minor', 'p.allocated_minor', 'p.refunded_minor', 'p.disputed_minor'])
    .select(['p.reversed_minor', 'p.is_test', 'p.created_at', 'a.id as account_id', 'a.reference as account'])
    .select([sql<PaymentState>`p.state`.as('state'), allocations.as('allocations')])
    .where('p.tenant_id', '=', tenantId)
    .where('p.id', '=', sql<number>`any(${ids}::int[])`)
    .orderBy('p.id')
    .execute();
}
