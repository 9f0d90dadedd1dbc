import { apiBase } from '@quayside/contract/shared/call.ts';
import { TenantConfig } from '@quayside/contract/tenant/tenant.ts';
import type { Tenant } from '../../http/context.ts';
import { readLogoSize } from './logo.service.ts';

/**
 * Presents the tenant's settings for the portal. Their order is that of the contract's fields, so the page holds the
 * same bytes as the call's answer.
 * @param origin scheme and host that the client used, for a tenant without a fixed one
 */
export function presentConfig({ key, name, settings }: Tenant, origin: string): TenantConfig {
  const rootUrl = portalOrigin({ settings }, origin);
  const logoSize = readLogoSize(settings);
  return TenantConfig.parse({ ...settings, key, name, logoSize, rootUrl, paymentApiUrl: rootUrl + apiBase });
}

/**
 * Returns the origin of a marina's portal.
 * @param origin scheme and host that the client used, for a marina without a fixed one
 */
export const portalOrigin = ({ settings }: Pick<Tenant, 'settings'>, origin: string): string =>
  (settings.rootUrl ?? origin).replace(/\/$/, '');
