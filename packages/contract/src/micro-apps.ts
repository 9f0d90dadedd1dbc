import type { TenantConfig } from './tenant.ts';

/**
 * The origins that a tenant's apps, their list and their manifests may be at. The one rule for the pages' policies and
 * for what the portal takes from a list.
 */
export function microAppOrigins(settings: Pick<TenantConfig, 'microAppApi' | 'microAppOrigins'>): string[] {
  if (settings.microAppApi === null) return [];
  return [...new Set([new URL(settings.microAppApi).origin, ...settings.microAppOrigins])];
}
