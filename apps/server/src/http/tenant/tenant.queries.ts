import { sql } from 'kysely';
import type { DatabaseClient } from '../../db/client.ts';
import type { LookFile } from '../../lib/settings/look-files.ts';
import { TenantSettings } from '../../lib/settings/tenant-settings.ts';
import type { Tenant } from '../context.ts';

interface TenantRow {
  id: number;
  key: string;
  name: string;
  settings: unknown;
}

/** Finds a tenant by one of its names, as it is now; null if there is none. */
export async function unsafeFindTenant(
  database: DatabaseClient,
  by: 'host' | 'key',
  wanted: string,
): Promise<Tenant | null> {
  const found = by === 'host' ? sql`unsafe_tenant_by_host(${wanted})` : sql`unsafe_tenant_by_key(${wanted})`;
  const { rows } = await sql<TenantRow>`select id, key, name, settings from ${found}`.execute(
    database.unsafeWithoutTenant(),
  );
  const row = rows[0];
  return row ? { id: row.id, key: row.key, name: row.name, settings: TenantSettings.parse(row.settings) } : null;
}

/** Returns every tenant's id, for work on all of them. Each then gets a handle of its own. */
export async function unsafeTenantIds(database: DatabaseClient): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select unsafe_tenant_ids() as id`.execute(database.unsafeWithoutTenant());
  return rows.map((row) => row.id);
}

/** The largest number that a tenant can have. A caller wrote the number that is looked for. */
const largestId = 2_147_483_647;

/** Finds a tenant by its id; null if there is none. */
export async function findTenantById(database: DatabaseClient, id: number): Promise<Tenant | null> {
  if (id > largestId) return null;
  const row = await database
    .forTenant(id)
    .selectFrom('tenants')
    .select(['id', 'key', 'name', 'settings'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { id: row.id, key: row.key, name: row.name, settings: TenantSettings.parse(row.settings) } : null;
}

/** Finds a picture of a tenant's own. */
export async function findLookFile(database: DatabaseClient, tenantId: number, hash: string): Promise<LookFile | null> {
  const row = await database
    .forTenant(tenantId)
    .selectFrom('look_files')
    .select(['content_type as contentType', 'content', 'picture'])
    .where('tenant_id', '=', tenantId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row ?? null;
}
