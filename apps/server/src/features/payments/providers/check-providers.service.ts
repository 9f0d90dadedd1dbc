import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { DatabaseClient, TenantDb } from '../../../db/client.ts';
import { TenantSettings } from '../../../lib/settings/tenant-settings.ts';
import type { PaymentProvider } from '../../../providers/payments/payment-provider.ts';
import { openProvider, ProviderSettingsError, type StoredProvider } from '../../../providers/payments/registry.ts';
import {
  findCheckedProviders,
  type SiteWithoutProvider,
  sitesWithoutProvider,
  storeCheckedProviders,
  unsafeAllProviders,
  unsafeDigestOfProviders,
  unsafeSitesWithoutProvider,
} from './check-providers.queries.ts';
import { listProviderSettings } from './providers.queries.ts';
import { whyNotOffered } from './providers.service.ts';

/** So many take about 5 ms. Requests are answered between them. */
const checkedAtOnce = 50;

/** The facts that a start knows of the last check. */
export interface LastCheck {
  /** True if nothing has changed since. */
  holds: boolean;
  /** The mark of the providers as they are now. Undefined if the program can't tell its version. */
  mark: string | undefined;
}

/**
 * Compares all providers with those of the last check. The database does it, while the start goes on.
 * @param version of the program (`programVersion`). Undefined: no check holds
 */
export async function findLastCheck(database: DatabaseClient, version: string | undefined): Promise<LastCheck> {
  if (version === undefined) return { holds: false, mark: undefined };
  const mark = `${version} ${await unsafeDigestOfProviders(database)}`;
  return { holds: (await findCheckedProviders(database)) === mark, mark };
}

/**
 * Reads every stored provider at the start, so that a wrong one stops the start and not a customer. Warns of
 * providers that no customer is offered, and of sites that have none although their marina's others do. If the last
 * check of the providers found nothing and still holds, it reads none: a thousand marinas would take a third of a
 * second.
 * @param last found before: what changes meanwhile is checked at the next start
 */
export async function checkStoredProviders(
  database: DatabaseClient,
  log: Pick<FastifyBaseLogger, 'warn'>,
  { holds, mark }: LastCheck,
): Promise<void> {
  await warnOfSites(database, log);
  if (holds) return;
  const warnings = await readAll(database, log);
  if (mark !== undefined && warnings === 0) await storeCheckedProviders(database, mark);
}

async function warnOfSites(database: DatabaseClient, log: Pick<FastifyBaseLogger, 'warn'>): Promise<void> {
  for (const { tenant_key: tenant, site_id: site, providers } of await unsafeSitesWithoutProvider(database))
    log.warn({ tenant, site, others: providers }, 'a site has no payment provider, as other sites of its marina have');
}

/** Returns the number of its warnings. @throws ProviderSettingsError */
async function readAll(database: DatabaseClient, log: Pick<FastifyBaseLogger, 'warn'>): Promise<number> {
  let warnings = 0;
  for (const [index, stored] of (await unsafeAllProviders(database)).entries()) {
    if (index % checkedAtOnce === 0) await setImmediate();
    const { tenant_id, tenant_key, culture, site_id, key } = stored;
    const provider = openAtStart(tenant_id, site_id, { key, settings: stored.decryptSettings() });
    const reason = whyNotOffered({ settings: { culture: TenantSettings.shape.culture.parse(culture) } }, provider);
    if (reason === null) continue;
    warnings += 1;
    log.warn({ tenant: tenant_key, site: site_id, provider: key, reason }, 'a payment provider is not offered');
  }
  return warnings;
}

function openAtStart(tenantId: number, siteId: number, stored: StoredProvider): PaymentProvider {
  try {
    return openProvider(stored);
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    throw new ProviderSettingsError(`Tenant ${tenantId}, site ${siteId}: ${why}`);
  }
}

/** Returns a marina's sites without a payment provider, with the providers that its other sites offer. */
export async function findSitesToProvide(db: TenantDb, tenantId: number): Promise<SiteWithoutProvider[]> {
  const sites = await sitesWithoutProvider(db, tenantId);
  if (sites.length === 0) return [];
  const offered = (await listProviderSettings(db, tenantId)).filter(({ settings }) => !isTakenAway(settings));
  const keys = new Set(offered.map(({ key }) => key));
  return sites
    .map((site) => ({ ...site, providers: site.providers.filter((key) => keys.has(key)) }))
    .filter(({ providers }) => providers.length > 0);
}

const isTakenAway = (settings: unknown) => (settings as { offered?: boolean }).offered === false;
