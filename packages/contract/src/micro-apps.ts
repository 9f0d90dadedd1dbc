import { permits, type TenantConfig } from './tenant.ts';

type Settings = Pick<TenantConfig, 'agreementsEnabled' | 'permissions' | 'microAppPermissions'>;

/**
 * The origins that a tenant's apps, their list and their manifests may be at. The one rule for the pages' policies and
 * for what the portal takes from a list.
 */
export function microAppOrigins(settings: Pick<TenantConfig, 'microAppApi' | 'microAppOrigins'>): string[] {
  if (settings.microAppApi === null) return [];
  return [...new Set([new URL(settings.microAppApi).origin, ...settings.microAppOrigins])];
}

/** Whether the marina has switched on what an app waits for (decision C1.2). */
export function permitsMicroApp(settings: Settings, appId: string): boolean {
  const { microAppPermissions } = settings;
  const permission = Object.hasOwn(microAppPermissions, appId) ? microAppPermissions[appId] : undefined;
  return permission === undefined || permits(settings, permission);
}
