import type { startExpressPayment, startPagePayment } from '@quayside/contract/payments/payment-pages.ts';
import type { z } from 'zod';
import { expressChannel } from '@quayside/contract/payments/payments.ts';
import type { TenantDb } from '../../../db/client.ts';
import type { PayerContext } from '../../../http/context.ts';
import { CallError, notFound } from '../../../http/errors.ts';
import { tenantText } from '../../../lib/texts/texts.ts';
import type { PageInput } from '../../../providers/payments/provider-pages.ts';
import { checkDetails, completeAccount } from '../../account/account.exports.ts';
import type { Engine } from '../engine/engine.types.ts';
import { startPayment, type PaymentRequest } from '../engine/start-payment.service.ts';
import { ordersOf, type PaymentRow } from '../payments.service.ts';
import {
  findExpressProvider,
  findUsableProvider,
  openProvidersByKey,
  providerOf,
} from '../providers/providers.service.ts';
import { beginPage } from './begin-page.service.ts';
import { customerOf, loadCustomer, missingFields, namesOf, readDetails } from './customer-details.service.ts';
import { payLinkPage } from './pay-link-forms.rules.ts';

type Caller = PayerContext & Engine;

/**
 * Returns the fields that a provider still requires. If the paying site does not have the provider, another site's
 * decides.
 * @param payingSite default: the site of the payer
 */
export async function fieldsToAskFor(ctx: PayerContext, providerKey: string, payingSite?: number): Promise<string[]> {
  const { db, tenant, account, orderKey } = ctx;
  const siteId = payingSite ?? (orderKey?.orders[0] ?? account).siteId;
  const own = await findUsableProvider(db, tenant, { siteId, key: providerKey });
  const provider = own ?? (await openProvidersByKey(db, tenant.id, providerKey))[0];
  if (!provider) throw notFound();
  return namesOf(missingFields(provider, await loadCustomer(ctx)));
}

/** Starts a payment on a provider's page, and returns it with the page's address. */
export async function payOnPage(ctx: Caller, body: z.output<typeof startPagePayment.body>): Promise<PaymentRow> {
  refuseOtherCurrency(ctx, body.currencyCode);
  const customer = await loadCustomer(ctx);
  const details = body.account ?? {};
  const { providerKey, orderIds, amount, partialAmounts } = body;
  const chooseProvider = async (db: TenantDb, siteId: number) => {
    const provider = await findUsableProvider(db, ctx.tenant, { siteId, key: providerKey });
    if (!provider?.redirect) return null;
    if (body.testMode !== undefined && body.testMode !== provider.publicConfig.inTestMode) throw wrongField('testMode');
    checkDetails(ctx, customer, readDetails(provider, customer, details));
    return provider;
  };
  const payment = await startPayment(
    ctx,
    paymentRequestOf(ctx, { orderIds, amount, partialAmounts, channel: 'Redirect', chooseProvider }),
  );
  const { redirect } = await providerOf(ctx, payment);
  if (!redirect) return payment;
  const { country: _, ...filled } = details;
  const given = Object.fromEntries(Object.entries(filled).filter(([, value]) => value !== undefined && value !== ''));
  // A payer who only has a link changes nothing of the account.
  if (body.saveToAccount && ctx.session) await completeAccount({ ...ctx, session: ctx.session }, given);
  const input = await pageInput(ctx, payment, wayBack(ctx, payment, body.payLink));
  const pageRequest = { ...input, customer: customerOf(customer, given) };
  return beginPage(ctx, payment, { on: 'pay', begin: redirect.begin, input: pageRequest, language: ctx.language });
}

/** Returns the addresses to which the provider's page sends its payer back. They tell where the payer came from. */
function wayBack(
  { request }: PayerContext,
  payment: PaymentRow,
  payLink: z.output<typeof startPagePayment.body>['payLink'],
): Pick<PageInput, 'returnUrl' | 'cancelUrl'> {
  const { orderGuid, referrer, isPlain } = payLink ?? {};
  const attempt = payment.merchant_ref_number;
  if (orderGuid !== undefined && isPlain) {
    const { href } = new URL(payLinkPage({ orderGuid, referrer, attempt }), request.origin);
    // The page asks the provider what has happened, also for a payer who has cancelled there.
    return { returnUrl: href, cancelUrl: href };
  }
  const back = new URL(`/payment-processed/${attempt}`, request.origin);
  for (const [name, value] of Object.entries({ orderGuid, referrer })) if (value) back.searchParams.set(name, value);
  const returnUrl = back.href;
  back.searchParams.set('cancelled', 'true');
  return { returnUrl, cancelUrl: back.href };
}

/** Starts a payment by an express provider, and returns it with the address of its page. */
export async function payByExpress(ctx: Caller, body: z.output<typeof startExpressPayment.body>): Promise<PaymentRow> {
  const { orderIds, amountToPay: amount, partialAmounts, returnUrl, cancelUrl, providerKey: key } = body;
  refuseForeignAddress(ctx, { returnUrl, cancelUrl });
  const chooseProvider = (db: TenantDb, siteId: number) => findExpressProvider(db, ctx.tenant, { siteId, key });
  const paymentRequest = paymentRequestOf(ctx, {
    orderIds,
    amount,
    partialAmounts,
    channel: expressChannel,
    chooseProvider,
  });
  const payment = await startPayment(ctx, paymentRequest);
  const { express } = await providerOf(ctx, payment);
  if (!express) return payment;
  const input = await pageInput(ctx, payment, { returnUrl, cancelUrl });
  return beginPage(ctx, payment, { on: 'agree', begin: express.begin, input, language: ctx.language });
}

type PagePaymentRequest = Pick<PaymentRequest, 'orderIds' | 'amount' | 'partialAmounts' | 'channel' | 'chooseProvider'>;

function paymentRequestOf(ctx: Caller, request: PagePaymentRequest): PaymentRequest {
  return {
    ...request,
    payer: ctx,
    idempotencyKey: ctx.request.idempotencyKey,
    language: ctx.language,
  };
}

async function pageInput(
  ctx: Caller,
  payment: PaymentRow,
  addresses: Pick<PageInput, 'returnUrl' | 'cancelUrl'>,
): Promise<PageInput> {
  const { tenant, language } = ctx;
  const orders = await ordersOf(ctx, payment);
  const numbers = orders.map(({ order_id }) => order_id).join(', ');
  const description = tenantText(tenant, language, 'payments.pageDescription', {
    marina: tenant.name,
    orders: numbers,
  });
  const { expires_at: expiresAt } = payment;
  return { ...addresses, description, merchantName: tenant.name, language, expiresAt, customer: {} };
}

function refuseOtherCurrency({ tenant }: PayerContext, currencyCode: string | undefined): void {
  const { isoCurrencyCode } = tenant.settings.culture;
  if (currencyCode !== undefined && currencyCode !== isoCurrencyCode) throw wrongField('currencyCode');
}

/** Refuses addresses of others: the provider sends its customers anywhere that it is told, so it must be back to us. */
function refuseForeignAddress({ request }: PayerContext, addresses: Record<string, string>): void {
  const foreign = Object.entries(addresses).find(([, address]) => new URL(address).origin !== request.origin);
  if (foreign) throw wrongField(foreign[0]);
}

const wrongField = (field: string) => new CallError('INVALID_REQUEST', { values: { field } });
