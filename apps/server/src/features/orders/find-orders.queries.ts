import type { TenantDb } from '../../db/client.ts';
import type { Identifier } from '../../lib/texts/typed-identifier.ts';

/** Finds an order by the marina's own reference alone. */
export async function findOrderByReference(db: TenantDb, tenantId: number, reference: string) {
  return db
    .selectFrom('orders')
    .select(['id', 'guid', 'account_id', 'currency'])
    .where('tenant_id', '=', tenantId)
    .where('reference', '=', reference)
    .executeTakeFirst();
}

/** Finds the orders that have this reference or this number: two at most. */
export async function findOrders(db: TenantDb, tenantId: number, { reference, number }: Identifier) {
  return db
    .selectFrom('orders')
    .select(['id', 'guid', 'account_id', 'currency', 'reference'])
    .where('tenant_id', '=', tenantId)
    .where((row) => row.or([row('reference', '=', reference), row('id', '=', number ?? -1)]))
    .orderBy('id')
    .execute();
}
