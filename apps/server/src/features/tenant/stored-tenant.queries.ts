import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { TenantSettings } from '../../lib/settings/tenant-settings.ts';

/** A marina with the parts that only the role that owns the tables may change. */
export interface StoredTenant {
  id: number;
  key: string;
  name: string;
  settings: TenantSettings;
  hosts: string[];
}

/**
 * Finds a marina.
 * @param ownerDb logs in as the role that owns the tables, with no tenant set; or a transaction of it
 */
export async function findStoredTenant(ownerDb: TenantDb, wanted: string): Promise<StoredTenant | null> {
  const { rows } = await sql<Omit<StoredTenant, 'settings'> & { settings: unknown }>`
    select t.id, t.key, t.name, t.settings,
      array(select host from tenant_hosts h where h.tenant_id = t.id order by host) as hosts
    from tenants t where t.key = ${wanted}`.execute(ownerDb);
  const [row] = rows;
  return row === undefined ? null : { ...row, settings: TenantSettings.parse(row.settings) };
}

/** Returns the hosts that belong to another marina. */
export async function hostsOfOthers(ownerDb: TenantDb, hosts: readonly string[], tenantId: number): Promise<string[]> {
  const { rows } = await sql<{ host: string }>`
    select host from tenant_hosts where host = any(${hosts}) and tenant_id <> ${tenantId} order by host`.execute(
    ownerDb,
  );
  return rows.map(({ host }) => host);
}

/** Tells if any amount is stored in the marina's currency, which then can't change. */
export async function hasAmounts(ownerDb: TenantDb, tenantId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from orders where tenant_id = ${tenantId})
      or exists (select from estimates where tenant_id = ${tenantId})
      or exists (select from payments where tenant_id = ${tenantId}) as found`.execute(ownerDb);
  return rows[0]?.found === true;
}
