import type { TenantDb } from '../../db/client.ts';

export async function findSiteRow(db: TenantDb, tenantId: number, number: number) {
  return db
    .selectFrom('sites')
    .select(['id as number', 'name', 'address', 'telephone', 'email', 'time_zone as timeZone'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', number)
    .executeTakeFirst();
}
