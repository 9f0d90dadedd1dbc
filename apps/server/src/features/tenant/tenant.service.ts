import type { Site } from '@quayside/contract/tenant.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { TenantDb } from '../../db/client.ts';
import { TenantSettings } from '../../lib/tenant-settings.ts';

export interface TenantDraft {
  /** Names the tenant for ever. A second save with the same key changes it. */
  key: string;
  name: string;
  settings: z.input<typeof TenantSettings>;
  /** All of its hosts, in lower case and without port. Hosts that are left out are released. */
  hosts: readonly string[];
  /** The sites to add or change. None is ever removed, because orders refer to them. */
  sites: readonly z.input<typeof Site>[];
}

/**
 * Makes or changes a tenant. The role that serves may not do this.
 * @param ownerDb a handle of the role that owns the tables, with no tenant set
 * @returns the tenant's id
 * @throws Error if settings are invalid, or a host belongs to another tenant
 */
export async function saveTenant(ownerDb: TenantDb, draft: TenantDraft, now: Date): Promise<number> {
  return ownerDb.transaction().execute((trx) => saveTenantWithin(trx, draft, now));
}

/**
 * Makes or changes a tenant in a transaction of the role that owns the tables. The transaction then sees this
 * tenant's rows.
 */
export async function saveTenantWithin(trx: TenantDb, draft: TenantDraft, now: Date): Promise<number> {
  const settings = TenantSettings.parse(draft.settings);
  const tenantId = await saveSettings(trx, { ...draft, settings }, now);
  await enterTenant(trx, tenantId);
  await saveHosts(trx, tenantId, draft.hosts);
  for (const site of draft.sites) await saveSite(trx, tenantId, site);
  return tenantId;
}

/** Makes a transaction of the role that owns the tables see this tenant's rows and no others. */
export async function enterTenant(trx: TenantDb, tenantId: number): Promise<void> {
  await sql`select set_config('app.tenant_id', ${String(tenantId)}, true)`.execute(trx);
}

async function saveSettings(trx: TenantDb, { key, name, settings }: TenantDraft, now: Date): Promise<number> {
  const row = { key, name, settings: JSON.stringify(settings), created_at: now };
  const { id } = await trx
    .insertInto('tenants')
    .values(row)
    .onConflict((on) => on.column('key').doUpdateSet({ name: row.name, settings: row.settings }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function saveHosts(trx: TenantDb, tenantId: number, hosts: readonly string[]): Promise<void> {
  await sql`delete from tenant_hosts where tenant_id = ${tenantId} and host <> all (${hosts})`.execute(trx);
  for (const host of hosts) {
    const { rows } = await sql`
      insert into tenant_hosts (host, tenant_id) values (${host}, ${tenantId})
      on conflict (host) do update set tenant_id = excluded.tenant_id where tenant_hosts.tenant_id = ${tenantId}
      returning host`.execute(trx);
    if (rows.length === 0) throw new Error(`the host ${host} belongs to another tenant`);
  }
}

async function saveSite(trx: TenantDb, tenantId: number, site: z.input<typeof Site>): Promise<void> {
  const { id, timeZone, ...texts } = site;
  const row = { tenant_id: tenantId, id, time_zone: timeZone, ...texts };
  await trx
    .insertInto('sites')
    .values(row)
    .onConflict((on) => on.columns(['tenant_id', 'id']).doUpdateSet({ time_zone: timeZone, ...texts }))
    .execute();
  await sql`
    insert into counters (tenant_id, name, last) values (${tenantId}, 'site', ${id})
    on conflict (tenant_id, name) do update set last = greatest(counters.last, ${id})`.execute(trx);
}
