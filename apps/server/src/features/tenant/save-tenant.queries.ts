import type { Site } from '@quayside/contract/tenant/tenant.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { TenantDb } from '../../db/client.ts';
import { keepNumbersAbove } from '../../db/sql/numbers.ts';
import type { TenantSettings } from '../../lib/settings/tenant-settings.ts';

/** Makes a transaction of the role that owns the tables see this tenant's rows and no others. */
export async function enterTenant(trx: TenantDb, tenantId: number): Promise<void> {
  // A cluster passes `set local` on to its nodes, and no `set_config`.
  await sql`set local app.tenant_id = ${sql.lit(String(tenantId))}`.execute(trx);
}

/** Makes or changes a tenant, and returns its number. */
export async function saveSettings(
  trx: TenantDb,
  { key, name, settings }: { key: string; name: string; settings: TenantSettings },
  now: Date,
): Promise<number> {
  const row = { key, name, settings: JSON.stringify(settings), created_at: now };
  const { id } = await trx
    .insertInto('tenants')
    .values(row)
    .onConflict((on) => on.column('key').doUpdateSet({ name: row.name, settings: row.settings }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Gives a tenant its hosts, and releases all others. @throws Error if one belongs to another tenant */
export async function saveHosts(trx: TenantDb, tenantId: number, hosts: readonly string[]): Promise<void> {
  await sql`delete from tenant_hosts where tenant_id = ${tenantId} and host <> all (${hosts})`.execute(trx);
  for (const host of hosts) {
    const { rows } = await sql`
      insert into tenant_hosts (host, tenant_id) values (${host}, ${tenantId})
      on conflict (host) do update set tenant_id = excluded.tenant_id where tenant_hosts.tenant_id = ${tenantId}
      returning host`.execute(trx);
    if (rows.length === 0) throw new Error(`the host ${host} belongs to another tenant`);
  }
}

/** Adds or changes a site. */
export async function saveSite(trx: TenantDb, tenantId: number, site: z.input<typeof Site>): Promise<void> {
  const { id, timeZone, ...texts } = site;
  const row = { tenant_id: tenantId, id, time_zone: timeZone, ...texts };
  await trx
    .insertInto('sites')
    .values(row)
    .onConflict((on) => on.columns(['tenant_id', 'id']).doUpdateSet({ time_zone: timeZone, ...texts }))
    .execute();
  await keepNumbersAbove(trx, tenantId, 'site', id);
}
