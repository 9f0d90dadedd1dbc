import { permits, type TenantConfig } from './tenant.ts';

type Settings = Pick<TenantConfig, 'agreementsEnabled' | 'permissions' | 'microAppPermissions'>;

/**
 * Returns the origins that a tenant's apps, their list and their manifests may come from. The one rule for the
 * pages' security policies and for the entries of a list that the portal accepts.
 */
export function microAppOrigins(settings: Pick<TenantConfig, 'microAppApi' | 'microAppOrigins'>): string[] {
  if (settings.microAppApi === null) return [];
  return [...new Set([new URL(settings.microAppApi).origin, ...settings.microAppOrigins])];
}

/** Checks if the marina has switched on the permission that an app needs (decision C1.2). */
export function permitsMicroApp(settings: Settings, appId: string): boolean {
  const { microAppPermissions } = settings;
  const permission = Object.hasOwn(microAppPermissions, appId) ? microAppPermissions[appId] : undefined;
  return permission === undefined || permits(settings, permission);
}
