import type { TenantDb } from '../../db/client.ts';
import type { Tenant } from '../../http/context.ts';
import { firstHost } from './tenant.queries.ts';

/**
 * Returns a tenant's portal, for links that go out; null if it has no host: then it is offline, and no address opens
 * it. Never uses a request: its Host header could choose where our links lead.
 * @param originOf returns the portal's origin at a host, for a tenant without a fixed `rootUrl`
 */
export async function portalUrl(
  db: TenantDb,
  tenant: Tenant,
  originOf: (host: string) => string,
): Promise<string | null> {
  const host = await firstHost(db, tenant.id);
  if (host === undefined) return null;
  return tenant.settings.rootUrl?.replace(/\/$/, '') ?? originOf(host);
}
