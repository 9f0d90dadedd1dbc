import type { TenantDb } from '../../db/client.ts';

export type BoatRow = Awaited<ReturnType<typeof boatsOfAccount>>[number];

/** Lists the boats that a customer has. */
export async function boatsOfAccount(db: TenantDb, tenantId: number, accountId: number) {
  return db
    .selectFrom('boats')
    .select(['id', 'name', 'type', 'length', 'beam', 'draft', 'relationship', 'current_sticker_number'])
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('retired_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
}
