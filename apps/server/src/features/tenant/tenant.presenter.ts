import { apiBase } from '@quayside/contract/call.ts';
import { TenantConfig } from '@quayside/contract/tenant.ts';
import type { Tenant } from '../../http/context.ts';

/**
 * What the portal is told about its tenant, in the order of the contract's fields: the page holds the same bytes as
 * the call answers.
 * @param origin scheme and host that the client used, for a tenant without a fixed one
 */
export function presentConfig({ key, name, settings }: Tenant, origin: string): TenantConfig {
  const rootUrl = portalOrigin({ settings }, origin);
  return TenantConfig.parse({ ...settings, key, name, rootUrl, paymentApiUrl: rootUrl + apiBase });
}

/** Where a marina's portal is. @param origin scheme and host that the client used, for a marina without a fixed one */
export const portalOrigin = ({ settings }: Pick<Tenant, 'settings'>, origin: string): string =>
  (settings.rootUrl ?? origin).replace(/\/$/, '');
