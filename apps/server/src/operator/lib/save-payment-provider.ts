import type { TenantDb } from '../../db/client.ts';
import {
  listProviderSettings,
  paymentReference,
  saveProvider,
  whyNotOffered,
} from '../../features/payments/payments.exports.ts';
import { listSiteRows } from '../../features/tenant/tenant.exports.ts';
import type { Tenant } from '../../http/context.ts';
import { auditOperator } from './audit-operator.ts';
import { checkGooglePay, checkPayable, refusePlaceholders } from './change-settings.ts';
import { type OperatorContext, OperatorError } from './command.ts';
import { jsonObject } from './given-text.ts';

/** A payment provider as a command names it. */
interface NamedProvider {
  key: string;
  /** The number of the only site that is meant. Undefined: all sites. */
  site: number | undefined;
}

type StoredProvider = Awaited<ReturnType<typeof listProviderSettings>>[number];

/**
 * Gives the sites of a marina a payment provider, or replaces its settings. Tells why customers are not offered it,
 * and which payments are under way at another account of it.
 * @param text the settings as JSON
 * @throws OperatorError if the settings do not fit, or there is no such site
 */
export async function savePaymentProvider(
  ctx: OperatorContext,
  tenant: Tenant,
  { key, site }: NamedProvider,
  text: string,
): Promise<void> {
  const { id, settings: ofMarina } = tenant;
  const db = ctx.database.forTenant(id);
  const sites = await findSites(db, id, site);
  const settings = jsonObject(text);
  refusePlaceholders(`providers.${key}`, settings);
  checkPayable(`providers.${key}.maxPayment`, settings['maxPayment'], ofMarina.culture);
  checkGooglePay(key, settings, ofMarina.culture);
  const stored = await listProviderSettings(db, id);
  const reasons = new Set<string>();
  const underWay: number[] = [];
  await db.transaction().execute(async (trx) => {
    for (const siteId of sites) {
      const position = positionOf(key, siteId, stored);
      const { opened, elsewhere } = await saveProvider(trx, id, { siteId, key, position, settings });
      underWay.push(...elsewhere);
      const reason = whyNotOffered({ settings: ofMarina }, opened);
      if (reason !== null) reasons.add(reason);
    }
    const details = { setting: `providers.${key}`, sites };
    await auditOperator(trx, id, ctx.clock.now(), { event: 'tenant.set', details });
  });
  for (const reason of reasons) ctx.say(`Customers are not offered ${key}: ${reason}.`);
  if (underWay.length > 0)
    ctx.say(
      `Under way at another account of ${key}: ${underWay.map(paymentReference).join(', ')}. Their orders stay ` +
        'held, because only that account knows if they are paid. The server asks it once its settings are back. If ' +
        'they never are, look there yourself, and end a payment that is not paid with "payment close".',
    );
}

/**
 * Takes a payment provider away from customers. Its settings stay, because only with them the payments that it took
 * are settled, refunded and followed.
 * @throws OperatorError if the sites do not have it
 */
export async function withdrawPaymentProvider(
  ctx: OperatorContext,
  { id }: Tenant,
  { key, site }: NamedProvider,
): Promise<void> {
  const db = ctx.database.forTenant(id);
  const stored = await listProviderSettings(db, id);
  const withdrawn = stored.filter((each) => isCalled(key, each) && each.site_id === (site ?? each.site_id));
  if (withdrawn.length === 0)
    throw new OperatorError(`${site === undefined ? 'The marina' : `Site ${site}`} has no provider ${key}.`);
  await db.transaction().execute(async (trx) => {
    for (const { site_id: siteId, key: storedKey, settings } of withdrawn) {
      const changed = { ...(settings as object), offered: false };
      const position = positionOf(key, siteId, stored);
      await saveProvider(trx, id, { siteId, key: storedKey, position, settings: changed });
    }
    const details = { setting: `providers.${key}`, value: 'null', sites: withdrawn.map((each) => each.site_id) };
    await auditOperator(trx, id, ctx.clock.now(), { event: 'tenant.set', details });
  });
  ctx.say(
    `Customers are not offered ${key} any more. Its settings stay, to settle and refund what it took. To offer it ` +
      'again, set it again.',
  );
}

/** Returns the numbers of all sites, or of the one that is named. @throws OperatorError if there is none */
async function findSites(db: TenantDb, tenantId: number, site: number | undefined): Promise<number[]> {
  const sites = (await listSiteRows(db, tenantId)).map(({ id }) => id).filter((id) => id === (site ?? id));
  if (sites.length > 0) return sites;
  throw new OperatorError(site === undefined ? 'The marina has no site yet.' : `The marina has no site ${site}.`);
}

/** Returns the place of a provider in the list of its site, from 1. A new one comes last. */
function positionOf(key: string, siteId: number, stored: readonly StoredProvider[]): number {
  const ofSite = stored.filter((each) => each.site_id === siteId);
  const index = ofSite.findIndex((each) => isCalled(key, each));
  return (index === -1 ? ofSite.length : index) + 1;
}

const isCalled = (key: string, stored: StoredProvider) => stored.key.toLowerCase() === key.toLowerCase();
