import type { TenantDb } from '../../db/client.ts';

/** Finds an order by the marina's own reference alone. */
export async function findOrderByReference(db: TenantDb, tenantId: number, reference: string) {
  return db
    .selectFrom('orders')
    .select(['id', 'guid', 'account_id'])
    .where('tenant_id', '=', tenantId)
    .where('reference', '=', reference)
    .executeTakeFirst();
}

/** Finds orders by the name that an operator uses: the marina's own reference first, then their number. */
export async function findOrders(db: TenantDb, tenantId: number, wanted: string) {
  const named = wanted.trim();
  const orders = db
    .selectFrom('orders')
    .select(['id', 'guid', 'account_id', 'currency'])
    .where('tenant_id', '=', tenantId)
    .orderBy('id');
  const referred = await orders.where('reference', '=', named).execute();
  if (referred.length > 0 || !/^\d{1,9}$/.test(named)) return referred;
  return orders.where('id', '=', Number(named)).execute();
}
