import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { DatabaseClient } from '../db/client.ts';
import { TenantSettings } from '../features/tenant/settings.ts';
import type { Tenant } from './context.ts';
import { tenantCookie } from './cookie-names.ts';
import { CallError } from './errors.ts';
import { firstText } from './request-facts.ts';

/** How long a changed tenant may be answered as it was. */
const keepMs = 5_000;

/** The marina that the request's `?tenant=` names. */
export function tenantInAddress(request: FastifyRequest): string | undefined {
  return firstText((request.query as Record<string, unknown>).tenant);
}

interface TenantRow {
  id: number;
  key: string;
  name: string;
  settings: unknown;
}

/** Finds the tenant that a request is for (decision X14). Keeps what it found for some seconds. */
export class TenantFinder {
  readonly #database: DatabaseClient;
  readonly #kept = new Map<string, { tenant: Tenant | null; until: number }>();

  constructor(database: DatabaseClient) {
    this.#database = database;
  }

  /** @throws CallError TENANT_MISMATCH or TENANT_UNKNOWN */
  async find(request: FastifyRequest): Promise<Tenant> {
    const headerKey = firstText(request.headers.tenantkey);
    const byHost = await this.#keptOrLoaded('host', request.hostname.toLowerCase());
    if (byHost) {
      if (headerKey !== undefined && headerKey !== byHost.key) throw new CallError('TENANT_MISMATCH');
      return byHost;
    }
    const key = headerKey ?? tenantInAddress(request) ?? request.cookies[tenantCookie];
    const byKey = key === undefined ? null : await this.#keptOrLoaded('key', key.toLowerCase());
    if (!byKey) throw new CallError('TENANT_UNKNOWN');
    return byKey;
  }

  /** The tenant of a key in an address that no host belongs to. @throws CallError TENANT_UNKNOWN */
  async named(key: string): Promise<Tenant> {
    // Nobody has looked at the address yet.
    const isKey = /^[a-z0-9-]{1,80}$/i.test(key);
    const tenant = isKey ? await this.#keptOrLoaded('key', key.toLowerCase()) : null;
    if (!tenant) throw new CallError('TENANT_UNKNOWN');
    return tenant;
  }

  async #keptOrLoaded(by: 'host' | 'key', wanted: string): Promise<Tenant | null> {
    const name = `${by}:${wanted}`;
    const kept = this.#kept.get(name);
    // Monotonic: how long something is kept has nothing to do with the calendar that `ctx.clock` tells.
    if (kept && kept.until > performance.now()) return kept.tenant;
    const tenant = await unsafeFindTenant(this.#database, by, wanted);
    if (this.#kept.size > 10_000) this.#kept.clear();
    this.#kept.set(name, { tenant, until: performance.now() + keepMs });
    return tenant;
  }
}

/** A tenant by one of its names, as it is now; null where there is none. */
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

/** Every tenant's id, for work that goes through all of them: each then gets a handle of its own. */
export async function unsafeTenantIds(database: DatabaseClient): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select unsafe_tenant_ids() as id`.execute(database.unsafeWithoutTenant());
  return rows.map((row) => row.id);
}

/** A tenant by its id, for jobs. */
export async function loadTenant(database: DatabaseClient, tenantId: number): Promise<Tenant> {
  const row = await database
    .forTenant(tenantId)
    .selectFrom('tenants')
    .select(['id', 'key', 'name', 'settings'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return { id: row.id, key: row.key, name: row.name, settings: TenantSettings.parse(row.settings) };
}
