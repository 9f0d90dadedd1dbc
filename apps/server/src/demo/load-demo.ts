import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DatabaseClient, TenantDb } from '../db/client.ts';
import type { Database } from '../db/schema/schema.ts';
import { storeLogin } from '../features/identity/identity.service.ts';
import { issueRenewalCode } from '../features/registration/registration.exports.ts';
import { siteDay } from '../features/tenant/tenant.exports.ts';
import { saveTenant } from '../features/tenant/tenant.service.ts';
import type { FileStorage } from '../providers/files/file-storage.ts';
import { storeCardComponents } from './card-components.ts';
import { storeConsents } from './consents.ts';
import { findTenantId, lockLoading } from './demo.queries.ts';
import { storeDemoKey } from './integration-key.ts';
import type { Marina } from './marinas.ts';
import { hasPartnerApps, movePartnerApps } from './partner-apps.ts';
import { demoMarinas, type PreparedDemo, prepareMarina } from './prepare-demo.ts';
import { moveProviders, storeProviders, storeSignOnProviders, storeVaultProfile } from './providers.ts';
import { randomOf } from './random.ts';
import { storeCustomers } from './store-customers.ts';
import { signAgreements, storeDeclarations } from './store-declarations.ts';
import { storeDocuments } from './store-documents.ts';
import { storeEstimates } from './store-estimates.ts';
import { storePayments } from './store-payments.ts';
import { storeIneligibleCard } from './ineligible-cards.ts';
import { storeStays } from './store-stays.ts';
import { storeWaitingLists } from './waiting-lists.ts';

export interface DemoOptions {
  /** Logs in as the role that owns the tables: only it may create tenants. */
  ownerUrl: string;
  appDatabase: DatabaseClient;
  /** The address of the sandbox's card provider. */
  sandboxUrl: string;
  /** The storage of papers and customers' files. */
  files: FileStorage;
  /** The time of the first load. The demo counts its days from it. */
  now: Date;
  /** The demo that prepareDemo made for this time. Default: it is made now, if it is needed. */
  prepared?: PreparedDemo | undefined;
  log: { info: (facts: object, message: string) => void };
}

/**
 * Loads the two marinas with their customers, once. A later call changes only the sandbox's addresses. Each marina
 * is one transaction, so that a start that was killed leaves none half-loaded.
 * @returns the demo's key of the integration API for each marina
 */
export async function loadDemo(options: DemoOptions): Promise<Record<string, string>> {
  const { ownerUrl, appDatabase, now } = options;
  const tenants: { marina: Marina; tenantId: number }[] = [];
  for (const marina of demoMarinas) {
    const tenantId =
      (await findTenantId(appDatabase, marina.key)) ??
      (await asOwner(ownerUrl, (ownerDb) => makeTenant(ownerDb, marina, now)));
    tenants.push({ marina, tenantId });
  }
  // Both at once, because each waits for the database most of the time.
  const keys = await Promise.all(tenants.map((tenant) => provideMarina(options, tenant)));
  return Object.fromEntries(keys.flatMap(([marina, key]) => (key === null ? [] : [[marina, key]])));
}

/** Loads a marina if it is not loaded yet, and brings the sandbox's addresses up to date. @returns its name and key */
async function provideMarina(
  { ownerUrl, appDatabase, sandboxUrl, files, now, prepared, log }: DemoOptions,
  { marina, tenantId }: { marina: Marina; tenantId: number },
): Promise<[string, string | null]> {
  const db = appDatabase.forTenant(tenantId);
  const options = { sandboxUrl, files, now, prepared };
  const loaded = await db.transaction().execute((trx) => loadMarina(trx, tenantId, marina, options));
  if (loaded) log.info({ marina: marina.key, ...loaded }, 'demo loaded');
  else await moveProviders(db, tenantId, sandboxUrl);
  await storeSignOnProviders(db, tenantId, marina, sandboxUrl);
  if (!(await hasPartnerApps(db, tenantId, sandboxUrl)))
    await asOwner(ownerUrl, (ownerDb) => movePartnerApps(ownerDb, tenantId, sandboxUrl));
  return [marina.key, await storeDemoKey(db, tenantId, now)];
}

/** Returns the prefix of invoice numbers, such as `SM-`. Boats' stickers have the same letters. */
const invoicePrefix = ({ stickers }: Marina) => `${stickers}-`;

async function makeTenant(ownerDb: TenantDb, marina: Marina, now: Date): Promise<number> {
  const { key, name, settings, hosts } = marina;
  const sites = marina.sites.map((site, index) => ({ id: index + 1, ...site }));
  const today = siteDay(now, marina.sites[0]?.timeZone ?? 'UTC');
  const invoices = { ...settings.invoices, automaticFrom: today, numberPrefix: invoicePrefix(marina) };
  return saveTenant(ownerDb, { key, name, settings: { ...settings, invoices }, hosts, sites }, now);
}

async function asOwner<T>(ownerUrl: string, work: (ownerDb: TenantDb) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 });
  const ownerDb = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await work(ownerDb);
  } finally {
    await ownerDb.destroy();
  }
}

/** Loads one marina. @returns the numbers of what was loaded; null if it was loaded before */
async function loadMarina(
  trx: TenantDb,
  tenantId: number,
  marina: Marina,
  { sandboxUrl, files, now, prepared }: Pick<DemoOptions, 'sandboxUrl' | 'files' | 'now' | 'prepared'>,
) {
  // The lock makes two servers that start at once load it once.
  if (await lockLoading(trx, tenantId)) return null;

  const { today, named, customers, passwordHashes } = prepared?.marinas.get(marina) ?? prepareMarina(marina, now);
  const currency = marina.settings.culture.isoCurrencyCode;
  const { accountIds, orders } = await storeCustomers(trx, tenantId, customers, {
    currency,
    declarations: await storeDeclarations({ trx, tenantId, marina, now }),
    invoicePrefix: invoicePrefix(marina),
    today,
    random: randomOf(`names of ${marina.key}`),
  });
  await storePayments(trx, tenantId, orders, currency);
  const since = customers.map(({ since: day }, index) => ({ accountId: accountIds[index] ?? 0, since: day }));
  await storeConsents(trx, tenantId, since, randomOf(`consents of ${marina.key}`));
  // The first customer, whom the README names, has one order of every kind that matters.
  const common = { trx, tenantId, language: marina.language, accountIds, showcaseId: accountIds[0] ?? 0, today };
  await storeWaitingLists({ ...common, random: randomOf(`waiting lists of ${marina.key}`) });
  await storeDocuments({ ...common, files, random: randomOf(`documents of ${marina.key}`) });
  await storeStays({ ...common, random: randomOf(`stays of ${marina.key}`) });
  await storeEstimates({ ...common, prices: marina.prices, orders });
  await signAgreements({ trx, tenantId, marina, files, showcaseId: common.showcaseId, now });
  await storeProviders(trx, tenantId, marina, { sandboxUrl, now });
  await storeVaultProfile(trx, tenantId, marina, common.showcaseId);
  await storeCardComponents({ ...common, marina, sandboxUrl });
  await storeIneligibleCard(common);
  const hashes = await passwordHashes;
  for (const [index, { login, renewalCode }] of named.entries()) {
    const accountId = accountIds[index];
    const passwordHash = hashes[index] ?? null;
    if (accountId === undefined) continue;
    if (login !== null) await storeLogin(trx, tenantId, { email: login, passwordHash, accountId }, now);
    if (renewalCode !== null) await issueRenewalCode(trx, tenantId, accountId, now, renewalCode);
  }
  return { accounts: accountIds.length, orders: orders.length };
}
