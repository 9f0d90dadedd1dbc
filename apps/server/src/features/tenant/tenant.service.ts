import type { Site } from '@quayside/contract/tenant/tenant.ts';
import type { z } from 'zod';
import type { TenantDb } from '../../db/client.ts';
import { TenantSettings } from '../../lib/settings/tenant-settings.ts';
import { enterTenant, saveHosts, saveSettings, saveSite } from './save-tenant.queries.ts';

export interface TenantDraft {
  /** Names the tenant for ever. A second save with the same key changes it. */
  key: string;
  name: string;
  settings: z.input<typeof TenantSettings>;
  /** All of its hosts, in lower case and without port. Hosts that are left out are released. */
  hosts: readonly string[];
  /** The sites to add or change. None is ever removed, because orders refer to them. */
  sites: readonly z.input<typeof Site>[];
}

/**
 * Makes or changes a tenant. The role that serves may not do this.
 * @param ownerDb a handle of the role that owns the tables, with no tenant set
 * @returns the tenant's id
 * @throws Error if settings are invalid, or a host belongs to another tenant
 */
export async function saveTenant(ownerDb: TenantDb, draft: TenantDraft, now: Date): Promise<number> {
  return ownerDb.transaction().execute((trx) => saveTenantWithin(trx, draft, now));
}

/**
 * Makes or changes a tenant in a transaction of the role that owns the tables. The transaction then sees this
 * tenant's rows.
 */
export async function saveTenantWithin(trx: TenantDb, draft: TenantDraft, now: Date): Promise<number> {
  const settings = TenantSettings.parse(draft.settings);
  const tenantId = await saveSettings(trx, { ...draft, settings }, now);
  await enterTenant(trx, tenantId);
  await saveHosts(trx, tenantId, draft.hosts);
  for (const site of draft.sites) await saveSite(trx, tenantId, site);
  return tenantId;
}
