import type { TenantDb } from '../../db/client.ts';
import { fixedQuery } from '../../db/sql/fixed-query.ts';

/** Returns the orders that a key opens now, with their accounts. */
export const ordersOfKey = fixedQuery((db, values: { tenantId: number; keyHash: Buffer; now: Date }) =>
  db
    .selectFrom('order_keys as k')
    .innerJoin('orders as o', (join) => join.onRef('o.tenant_id', '=', 'k.tenant_id').onRef('o.id', '=', 'k.order_id'))
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'o.tenant_id').onRef('a.id', '=', 'o.account_id'),
    )
    .select(['o.id', 'o.guid', 'o.site_id', 'k.expires_at', 'k.accept_header'])
    .select(['a.id as account_id', 'a.guid as account_guid', 'a.site_id as account_site_id'])
    .where('k.tenant_id', '=', values.tenantId)
    .where('k.key_hash', '=', values.keyHash)
    .where('k.expires_at', '>', values.now)
    .where('a.closed_at', 'is', null)
    .orderBy('o.id'),
);

/** Lets a browser’s key open an order until it expires. A later time replaces an earlier one. */
export async function storeOrderKey(
  db: TenantDb,
  row: { tenant_id: number; key_hash: Buffer; order_id: number; expires_at: Date },
): Promise<void> {
  await db
    .insertInto('order_keys')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'key_hash', 'order_id']).doUpdateSet({ expires_at: row.expires_at }),
    )
    .execute();
}

/** Stores the browser’s Accept header for documents with all orders that its key opens. */
export async function storeAcceptHeader(
  db: TenantDb,
  { tenantId, keyHash, accept }: { tenantId: number; keyHash: Buffer; accept: string },
): Promise<void> {
  await db
    .updateTable('order_keys')
    .set({ accept_header: accept })
    .where('tenant_id', '=', tenantId)
    .where('key_hash', '=', keyHash)
    .where('accept_header', 'is distinct from', accept)
    .execute();
}

/** Deletes keys that have expired. */
export async function sweepOrderKeys(db: TenantDb, tenantId: number, now: Date): Promise<void> {
  await db.deleteFrom('order_keys').where('tenant_id', '=', tenantId).where('expires_at', '<=', now).execute();
}
