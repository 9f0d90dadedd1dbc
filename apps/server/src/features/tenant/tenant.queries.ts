import type { TenantDb } from '../../db/client.ts';

/** Returns a marina's sites by their numbers. */
export async function listSiteRows(db: TenantDb, tenantId: number) {
  return db
    .selectFrom('sites')
    .select(['id', 'name', 'address', 'telephone', 'email', 'time_zone as timeZone'])
    .where('tenant_id', '=', tenantId)
    .orderBy('id')
    .execute();
}

/** Returns a host of the tenant, for links; undefined if it has none. */
export async function firstHost(db: TenantDb, tenantId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('tenant_hosts')
    .select('host')
    .where('tenant_id', '=', tenantId)
    .orderBy('host')
    .limit(1)
    .executeTakeFirst();
  return row?.host;
}
