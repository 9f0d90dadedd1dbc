import type { TenantDb } from '../../db/client.ts';

export async function listSiteRows(db: TenantDb, tenantId: number) {
  return db
    .selectFrom('sites')
    .select(['id', 'name', 'address', 'telephone', 'email', 'time_zone as timeZone'])
    .where('tenant_id', '=', tenantId)
    .orderBy('id')
    .execute();
}
