import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import type { DatabaseClient } from '../../db/client.ts';
import type { Tenant } from '../context.ts';
import { tenantCookie } from '../origin/cookie-names.ts';
import { CallError } from '../errors.ts';
import { firstText } from '../requests/request-info.ts';
import { keepLookFile, keptLookFile, lookHash } from '../../lib/settings/look-files.ts';
import { findLookFile, findTenantById, unsafeFindTenant } from './tenant.queries.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of the tenant that was found for the request, for the log. */
    tenantKey?: string;
    /** True if the request's host is one of the tenant's own. */
    isAtOwnHost?: boolean;
  }
}

/** The time for which an old version of a changed tenant may be used. */
const keepMs = 5_000;

/**
 * The forms of the names by which a tenant is found. The finder remembers unknown names too, and anybody can send one
 * as long as a request's head.
 */
const forms = { host: /^.{0,253}$/s, key: /^[a-z0-9-]{1,80}$/, id: /^\d{1,10}$/ } as const;

/** The most names of no tenant that are remembered. Anybody can make one up. */
const mostUnknown = 1_000;

/** Returns the marina that the request's `?tenant=` names. */
export function tenantInAddress(request: FastifyRequest): string | undefined {
  return firstText((request.query as Record<string, unknown>).tenant);
}

/** Finds the tenant of a request (decision X14). Keeps it for some seconds. */
export class TenantFinder {
  readonly #database: DatabaseClient;
  /** The tenants by their names, of which nobody can make one up. */
  readonly #kept = new Map<string, { tenant: Tenant; until: number }>();
  /** The host names without a tenant, each with the time until which the server remembers it. */
  readonly #unknown = new Map<string, number>();

  constructor(database: DatabaseClient) {
    this.#database = database;
  }

  /** Finds the tenant of a request. @throws CallError TENANT_MISMATCH or TENANT_UNKNOWN */
  async find(request: FastifyRequest): Promise<Tenant> {
    const tenant = await this.#find(request);
    request.tenantKey = tenant.key;
    return tenant;
  }

  async #find(request: FastifyRequest): Promise<Tenant> {
    const headerKey = firstText(request.headers.tenantkey);
    const byHost = await this.#keptOrLoaded('host', request.hostname.toLowerCase());
    if (byHost) {
      if (headerKey !== undefined && headerKey !== byHost.key) throw new CallError('TENANT_MISMATCH');
      request.isAtOwnHost = true;
      return byHost;
    }
    const key = headerKey ?? tenantInAddress(request) ?? request.cookies[tenantCookie];
    const byKey = key === undefined ? null : await this.#keptOrLoaded('key', key.toLowerCase());
    if (!byKey) throw new CallError('TENANT_UNKNOWN');
    return byKey;
  }

  /** Finds the tenant by the key in an address that no host belongs to. @throws CallError TENANT_UNKNOWN */
  async named(key: string): Promise<Tenant> {
    const tenant = await this.#keptOrLoaded('key', key.toLowerCase());
    if (!tenant) throw new CallError('TENANT_UNKNOWN');
    return tenant;
  }

  /**
   * Finds the tenant that a key of the integration API names by its number. null if there is none, or the request's
   * host belongs to another tenant.
   */
  async ofKey(request: FastifyRequest, id: number): Promise<Tenant | null> {
    const byHost = await this.#keptOrLoaded('host', request.hostname.toLowerCase());
    if (byHost) return byHost.id === id ? byHost : null;
    return this.#keptOrLoaded('id', String(id));
  }

  async #keptOrLoaded(by: keyof typeof forms, wanted: string): Promise<Tenant | null> {
    if (!forms[by].test(wanted)) return null;
    const name = `${by}:${wanted}`;
    const kept = this.#kept.get(name);
    // Monotonic: how long something is kept has nothing to do with the calendar that `ctx.clock` tells.
    if (kept && kept.until > performance.now()) return kept.tenant;
    if ((this.#unknown.get(name) ?? 0) > performance.now()) return null;
    const tenant =
      by === 'id'
        ? await findTenantById(this.#database, Number(wanted))
        : await unsafeFindTenant(this.#database, by, wanted);
    const until = performance.now() + keepMs;
    if (!tenant) {
      this.#kept.delete(name);
      if (this.#unknown.size >= mostUnknown) this.#unknown.clear();
      this.#unknown.set(name, until);
      return null;
    }
    await loadLook(this.#database, tenant);
    // An unchanged tenant stays the same object, because its pages are kept with it.
    const same = kept && isDeepStrictEqual(kept.tenant, tenant) ? kept.tenant : tenant;
    this.#kept.set(name, { tenant: same, until });
    return same;
  }
}

/** Loads a tenant by its id, for jobs. @throws Error if there is none */
export async function loadTenant(database: DatabaseClient, tenantId: number): Promise<Tenant> {
  const tenant = await findTenantById(database, tenantId);
  if (!tenant) throw new Error(`there is no tenant ${tenantId}`);
  await loadLook(database, tenant);
  return tenant;
}

/** Loads the tenant's own logo, font and files for papers, so that letters and papers have them without a query. */
async function loadLook(database: DatabaseClient, { id, settings: { logo, font, papers } }: Tenant): Promise<void> {
  const fonts = font ? [font.regular, font.bold] : [];
  for (const address of [logo, ...fonts, ...Object.values(papers)]) {
    const hash = lookHash(address);
    if (hash === null || keptLookFile(address)) continue;
    const file = await findLookFile(database, id, hash);
    if (file) keepLookFile(address, file);
  }
}
