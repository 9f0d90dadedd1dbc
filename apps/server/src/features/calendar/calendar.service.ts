import { hasFeature } from '@quayside/contract/tenant/tenant.ts';
import type { CallLimit } from '../../http/limits/call-limits.ts';
import type { AccountContext, Context } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import { findOrCountMiss, type Limit } from '../../http/limits/rate-limit.ts';
import type { FileContent } from '../../http/route.ts';
import { formatMinor } from '../../lib/texts/formats.ts';
import { hashToken, makeToken } from '../../lib/secrets/secret-token.ts';
import { tenantText } from '../../lib/texts/texts.ts';
import { keepOpenAccount } from '../account/account.exports.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { listUnpaid } from '../orders/orders.service.ts';
import { pageStays } from '../stays/stays.service.ts';
import { decimalPlacesOf, portalUrl } from '../tenant/tenant.exports.ts';
import { hour } from '../../lib/time/durations.ts';
import { deleteLink, findAccountOfLink, replaceLink, siteOf } from './calendar.queries.ts';
import { type CalendarEvent, writeCalendar } from './i-calendar.rules.ts';

export const linksOfAccount: CallLimit = { name: 'calendar-link', per: 'account', max: 10, windowMs: hour };
/** Only wrong tokens count, so that many calendars behind one address can go on. */
const wrongTokens: Limit = { name: 'calendar-token', max: 60, windowMs: hour / 4 };

/** The newest stays. A calendar of a whole life would only grow slow. */
const mostStays = 500;

type Reader = Pick<AccountContext, 'db' | 'tenant' | 'account' | 'clock' | 'language'>;
type OriginOf = (host: string) => string;

/** Makes the account's calendar as a file. */
export async function calendarFile(reader: Reader, originOf: OriginOf): Promise<FileContent> {
  const { db, tenant, account, clock, language } = reader;
  const { timeZone } = await siteOf(db, tenant.id, account.siteId);
  const portal = await portalUrl(db, tenant, originOf);
  const events = [...(await stayEvents(reader)), ...(await dueEvents(reader, portal))];
  const name = tenantText(tenant, language, 'calendar.name', { marina: tenant.name });
  const content = Buffer.from(writeCalendar({ name, timeZone, madeAt: clock.now(), events }));
  return { content, contentType: 'text/calendar; charset=utf-8', fileName: `${name}.ics`, disposition: 'attachment' };
}

async function stayEvents(reader: Reader): Promise<CalendarEvent[]> {
  const { tenant } = reader;
  if (!hasFeature(tenant.settings, 'my-stays')) return [];
  const { items } = await pageStays(reader, 'All', { skip: 0, take: mostStays });
  return items.map((stay) => ({
    uid: `stay-${stay.id}@${tenant.key}.quayside`,
    from: stay.from,
    // An open-ended stay is shown on its first day.
    to: stay.depart ?? stay.from,
    summary: [stay.boatName, stay.assetName].filter((part) => part !== '').join(', '),
    location: [stay.assetName, tenant.name].filter((part) => part !== '').join(', '),
    description: stay.type,
  }));
}

async function dueEvents(reader: Reader, portal: string | null): Promise<CalendarEvent[]> {
  const { tenant, language } = reader;
  const { settings } = tenant;
  if (!settings.permissions.invoicingEnabled) return [];
  const orders = await listUnpaid(reader);
  return orders.map(({ order, outstandingMinor }) => {
    const places = decimalPlacesOf(order.isoCurrencyCode, settings.culture);
    const amount = formatMinor(outstandingMinor, order.isoCurrencyCode, places, language);
    return {
      uid: `order-${order.guid}@${tenant.key}.quayside`,
      from: order.taxPointDate,
      to: order.taxPointDate,
      summary: tenantText(tenant, language, 'calendar.due', { amount, marina: tenant.name }),
      description: tenantText(tenant, language, 'calendar.order', { number: order.id, description: order.description }),
      url: portal === null ? undefined : `${portal}/secure/account/order/${order.id}`,
    };
  });
}

/**
 * Makes a new address. An earlier one stops working.
 * @param known the time of the address that the caller knows, or `none`. Undefined: any may be replaced
 * @returns its secret token, which is stored nowhere, and its time
 * @throws CallError CALENDAR_LINK_CHANGED if there is another one than that: it works, and its owner may use it
 */
export async function makeLink(
  ctx: AccountContext,
  known: string | undefined,
): Promise<{ token: string; createdAt: Date }> {
  const { db, tenant, account, clock, language } = ctx;
  const createdAt = clock.now();
  const token = makeToken();
  const replaced = known === undefined || known === 'none' ? (known ?? 'any') : new Date(known);
  await db.transaction().execute(async (trx) => {
    await keepOpenAccount(trx, tenant.id, account.id);
    const link = { account_id: account.id, token_hash: hashToken(token), language, created_at: createdAt };
    if (!(await replaceLink(trx, tenant.id, link, replaced))) throw new CallError('CALENDAR_LINK_CHANGED');
    await auditRequest(ctx, { event: 'calendar-link.make' }, trx);
  });
  return { token, createdAt };
}

/** Revokes the address, if there is one. */
export async function revokeLink(ctx: AccountContext): Promise<void> {
  const { db, tenant, account } = ctx;
  await db.transaction().execute(async (trx) => {
    if (await deleteLink(trx, tenant.id, account.id)) await auditRequest(ctx, { event: 'calendar-link.revoke' }, trx);
  });
}

/** Makes the calendar for the holder of an address. @throws CallError NOT_FOUND for a wrong or revoked one */
export async function openFeed(ctx: Context, token: string, originOf: OriginOf): Promise<FileContent> {
  const { db, tenant, clock } = ctx;
  const found = await findOrCountMiss(ctx, wrongTokens, () => findAccountOfLink(db, tenant.id, hashToken(token)));
  if (!found) throw notFound();
  const { language, ...account } = found;
  return { ...(await calendarFile({ db, tenant, clock, account, language }, originOf)), disposition: 'inline' };
}
