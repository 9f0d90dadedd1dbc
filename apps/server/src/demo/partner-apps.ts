import type { TenantDb } from '../db/client.ts';
import { hasSettings, mergeSettings } from './demo.queries.ts';
import { sandboxOrigin } from './sandbox-origin.ts';

/** Tells if a marina's portal looks for partners' apps at the sandbox's current address. */
export const hasPartnerApps = (db: TenantDb, tenantId: number, sandboxUrl: string): Promise<boolean> =>
  hasSettings(db, tenantId, partnerApps(sandboxUrl));

/**
 * Makes a marina's portal look for partners' apps at the sandbox's current address.
 * @param ownerDb a handle of the role that owns the tables: the role that serves may not change a tenant
 */
export const movePartnerApps = (ownerDb: TenantDb, tenantId: number, sandboxUrl: string): Promise<void> =>
  mergeSettings(ownerDb, tenantId, partnerApps(sandboxUrl));

/** Returns the setting with the address of the sandbox's partner. */
const partnerApps = (sandboxUrl: string) => ({ microAppApi: `${sandboxOrigin(sandboxUrl, 'partnerApps')}/` });
