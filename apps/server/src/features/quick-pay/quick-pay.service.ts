import { Guid } from '@quayside/contract/shared/common.ts';
import { takesPasswords } from '@quayside/contract/tenant/tenant.ts';
import type { CardVaultProfile } from '@quayside/contract/cards/cards.ts';
import type { QuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
import type { TenantDb } from '../../db/client.ts';
import type { Context, PayerContext } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import type { LinkState } from '../../http/answers/link-state.ts';
import { findOrCountMiss, type Limit } from '../../http/limits/rate-limit.ts';
import { loadAgreement } from '../agreements/agreements.exports.ts';
import { loadProfile } from '../cards/cards.exports.ts';
import { presentOrder } from '../orders/orders.exports.ts';
import { loadOrder } from '../orders/orders.service.ts';
import { maskEmail } from '../../lib/texts/mask-email.ts';
import { showNewestPayment } from '../payments/payments.service.ts';
import { openProvidersFor } from '../payments/payments.exports.ts';
import { mailReceiptOfOrder, showReceiptMailOfOrder } from '../receipts/receipts.service.ts';
import { addressForCode, mailRenewalCode } from '../registration/registration.exports.ts';
import { day, minute } from '../../lib/time/durations.ts';
import { openOrder } from './order-keys.service.ts';
import { presentQuickPayOrder } from './quick-pay.presenter.ts';
import { findByLink, type QuickPayRow } from './quick-pay.queries.ts';

/** A paid order's link shows the order for this long. After that its owner signs in (decision P2.11). */
const shownAfterPaidMs = 120 * day;

/** Only unknown links count, and only they are refused, so that nobody can block a marina behind one address. */
const wrongLinks: Limit = { name: 'pay-link', max: 60, windowMs: 15 * minute };

/**
 * Loads the order that a pay link leads to.
 * @throws CallError NOT_FOUND, PAY_LINK_EXPIRED, TOO_MANY_REQUESTS
 */
async function loadByLink(ctx: Context, guid: string): Promise<QuickPayRow> {
  const { db, tenant, clock } = ctx;
  const orderKey = guid.toLowerCase();
  const row = await findOrCountMiss(ctx, wrongLinks, async () =>
    Guid.safeParse(orderKey).success ? findByLink(db, tenant.id, orderKey) : undefined,
  );
  if (!row) throw notFound();
  if (isOver(row, clock.now())) throw new CallError('PAY_LINK_EXPIRED');
  return row;
}

const isOver = ({ paid_at }: QuickPayRow, now: Date): boolean =>
  paid_at !== null && now.getTime() - paid_at.getTime() > shownAfterPaidMs;

/**
 * Tells if a pay link leads to an order, for the status of its page. It counts nothing: nobody guesses a guid, and the
 * page itself asks again.
 */
export async function payLinkState(db: TenantDb, tenantId: number, guid: string, now: Date): Promise<LinkState> {
  const row = Guid.safeParse(guid).success ? await findByLink(db, tenantId, guid) : undefined;
  if (!row) return 'unknown';
  return isOver(row, now) ? 'over' : 'open';
}

/** Shows the order and lets this browser pay it. A session of its account pays as that account. */
export async function viewByLink(ctx: Context, guid: string): Promise<QuickPayOrder> {
  const { tenant, clock } = ctx;
  const row = await loadByLink(ctx, guid);
  const payer = payerOf(ctx, row);
  // Staff only look, and an owner needs no key.
  if (!payer.session && ctx.session?.isAccountUser !== false) await openOrder(ctx, row.id);
  const { order, lines } = await loadOrder(payer, row.id);
  const by = { settings: tenant.settings, now: clock.now(), reader: payer };
  const parts = { lines, payments: [], creditNotes: [], credits: null };
  const { payments: _, ...shown } = presentOrder(order, parts, by);
  const payment = payer.session || payer.orderKey ? await showNewestPayment(payer, row.id) : null;
  return presentQuickPayOrder(row, {
    order: shown,
    agreementGuid: payer.session ? row.agreement_guid : row.agreement_link_guid,
    declarationText: row.agreement_guid && (await loadAgreement(ctx, row.agreement_guid)).declaration,
    payment,
    receiptMail: row.paid_at && !payment ? await showReceiptMailOfOrder(ctx, payer.account, row.id) : null,
    telephone: tenant.settings.contact.telephone,
  });
}

/** Tells if the order's owner can register here, and where their code would go (decision S1). */
export async function checkRegistration(ctx: Context, guid: string) {
  const address = await addressToRegister(ctx, await loadByLink(ctx, guid));
  return { available: address !== null, maskedEmail: address && maskEmail(address) };
}

/** Mails the registration code. @throws CallError NOT_FOUND if registration is not available */
export async function sendRegistration(ctx: Context, guid: string) {
  const row = await loadByLink(ctx, guid);
  if ((await addressToRegister(ctx, row)) === null) throw notFound();
  await mailRenewalCode(ctx, row.account_id);
  return { done: true as const };
}

/** Returns the address that the owner's code goes to. Null if they can't register. */
async function addressToRegister({ db, tenant }: Context, { account_id }: QuickPayRow): Promise<string | null> {
  if (!takesPasswords(tenant.settings.authProviders, 'register')) return null;
  return addressForCode(db, tenant.id, account_id);
}

/** Mails the order's receipt. @throws CallError RECEIPT_NOT_READY, NO_ACCOUNT_EMAIL, TOO_MANY_REQUESTS */
export async function sendReceipt(ctx: Context, guid: string) {
  const row = await loadByLink(ctx, guid);
  return mailReceiptOfOrder(ctx, accountOf(row), row.id);
}

/** Returns the payer of an order: its account's session, or this browser with the orders that its links opened. */
function payerOf(ctx: Context, row: QuickPayRow): PayerContext {
  const account = accountOf(row);
  if (ctx.session?.account.id === row.account_id) return { ...ctx, account, orderKey: null };
  const orders = ctx.orderKey?.orders.filter((order) => order.account.id === row.account_id) ?? [];
  return {
    ...ctx,
    account,
    session: null,
    orderKey: ctx.orderKey && orders.length > 0 ? { ...ctx.orderKey, orders } : null,
  };
}

const accountOf = (row: QuickPayRow) => ({ id: row.account_id, guid: row.account_guid, siteId: row.account_site_id });

/** Returns the providers of a site at which this browser has opened an order. @throws CallError NOT_FOUND */
export async function listProviders(ctx: Context, siteId: number, orderGuid: string | undefined) {
  const { db, tenant } = ctx;
  const opened =
    orderGuid === undefined
      ? (ctx.orderKey?.orders.map((order) => ({ siteId: order.siteId, homeSiteId: order.account.siteId })) ?? [])
      : await loadByLink(ctx, orderGuid).then((row) => [{ siteId: row.site_id, homeSiteId: row.account_site_id }]);
  const order = opened.find((each) => each.siteId === siteId || each.homeSiteId === siteId);
  if (!order) throw notFound();
  return openProvidersFor(db, tenant, { siteId, homeSiteId: order.homeSiteId });
}

/** Returns the owner's profile at the provider; null for everybody else (decision S2). */
export async function loadOwnProfile(ctx: Context, guid: string): Promise<CardVaultProfile | null> {
  const payer = payerOf(ctx, await loadByLink(ctx, guid));
  return payer.session ? loadProfile(payer) : null;
}
