import type { TenantDb } from '../../db/client.ts';
import type { Tenant } from '../../http/context.ts';
import { firstHost } from './tenant.queries.ts';

/**
 * Where a tenant's portal is, for links that go out; null where it has no host. Never from a request: whoever can
 * choose its Host header could choose where our links lead to.
 * @param originOf the portal's origin at a host of a tenant that has no fixed `rootUrl`
 */
export async function portalUrl(
  db: TenantDb,
  tenant: Tenant,
  originOf: (host: string) => string,
): Promise<string | null> {
  const { rootUrl } = tenant.settings;
  if (rootUrl !== null) return rootUrl.replace(/\/$/, '');
  const host = await firstHost(db, tenant.id);
  return host === undefined ? null : originOf(host);
}
