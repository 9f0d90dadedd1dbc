import type { getPaypalToken, startPagePayment } from '@quayside/contract/payment-pages.ts';
import type { z } from 'zod';
import type { PayerContext } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import type { PaymentProvider } from '../../providers/payments/payment-provider.ts';
import type { PageInput } from '../../providers/payments/provider-pages.ts';
import { tenantText } from '../../lib/texts.ts';
import { checkDetails, completeAccount } from '../account/complete-account.service.ts';
import { beginPage } from './begin-page.service.ts';
import { customerOf, loadCustomer, missingFields, namesOf, readDetails } from './customer-details.ts';
import type { Engine } from './engine.ts';
import { limitAttempts } from './payment-limits.ts';
import { ordersOf, type Payment } from './payments.service.ts';
import { findUsableProvider, openProvidersByKey, providerOf } from './providers.service.ts';
import { startPayment, type PaymentRequest } from './start-payment.service.ts';

type Caller = PayerContext & Engine;

/**
 * Returns the fields that a provider still requires. If the paying site does not have the provider, another site's
 * decides.
 */
export async function fieldsToAskFor(ctx: PayerContext, providerKey: string): Promise<string[]> {
  const { db, tenant, account, orderKey } = ctx;
  const { siteId } = orderKey?.orders[0] ?? account;
  const own = await findUsableProvider(db, tenant, { siteId, key: providerKey });
  const provider = own ?? (await openProvidersByKey(db, tenant.id, providerKey))[0];
  if (!provider) throw notFound();
  return namesOf(missingFields(provider, await loadCustomer(ctx)));
}

/** Starts a payment on a provider's page, and returns it with the page's address. */
export async function payOnPage(ctx: Caller, body: z.output<typeof startPagePayment.body>): Promise<Payment> {
  refuseOtherCurrency(ctx, body.currencyCode);
  const known = await loadCustomer(ctx);
  const details = body.account ?? {};
  const choose = async (provider: PaymentProvider) => {
    if (!provider.redirect) return false;
    if (body.testMode !== undefined && body.testMode !== provider.publicConfig.inTestMode) throw wrongField('testMode');
    checkDetails(ctx, known, readDetails(provider, known, details));
    return true;
  };
  const { providerKey, orderIds, amount } = body;
  const payment = await startPayment(
    ctx,
    paymentRequestOf(ctx, { providerKey, orderIds, amount, channel: 'Redirect', choose }),
  );
  const { redirect } = await providerOf(ctx, payment);
  if (!redirect) return payment;
  const { country: _, ...filled } = details;
  const given = Object.fromEntries(Object.entries(filled).filter(([, value]) => value !== undefined && value !== ''));
  // A payer who only has a link changes nothing of the account.
  if (body.saveToAccount && ctx.session) await completeAccount({ ...ctx, session: ctx.session }, given);
  const input = await pageInput(ctx, payment, wayBack(ctx, payment, body.payLink));
  const asked = { ...input, customer: customerOf(known, given) };
  return beginPage(ctx, payment, { on: 'pay', begin: redirect.begin, input: asked, language: ctx.language });
}

/** Returns the addresses to which the provider's page sends its payer back. They tell where the payer came from. */
function wayBack(
  { request }: PayerContext,
  payment: Payment,
  payLink: z.output<typeof startPagePayment.body>['payLink'],
): Pick<PageInput, 'returnUrl' | 'cancelUrl'> {
  const back = new URL(`/payment-processed/${payment.merchant_ref_number}`, request.origin);
  for (const [name, value] of Object.entries(payLink ?? {})) if (value) back.searchParams.set(name, value);
  const returnUrl = back.href;
  back.searchParams.set('cancelled', 'true');
  return { returnUrl, cancelUrl: back.href };
}

/** Starts a payment by PayPal, and returns it with the address of its page. */
export async function payByPaypal(ctx: Caller, body: z.output<typeof getPaypalToken.body>): Promise<Payment> {
  const { orderIds, amountToPay: amount, returnUrl, cancelUrl } = body;
  refuseForeignAddress(ctx, { returnUrl, cancelUrl });
  const choose = async (provider: PaymentProvider) => provider.express !== undefined;
  const wanted = paymentRequestOf(ctx, { providerKey: 'paypal', orderIds, amount, channel: 'PayPal', choose });
  const payment = await startPayment(ctx, wanted);
  const { express } = await providerOf(ctx, payment);
  if (!express) return payment;
  const input = await pageInput(ctx, payment, { returnUrl, cancelUrl });
  return beginPage(ctx, payment, { on: 'agree', begin: express.begin, input, language: ctx.language });
}

interface PagePaymentRequest extends Pick<PaymentRequest, 'orderIds' | 'amount' | 'channel'> {
  providerKey: string;
  /** Tells if the provider is suitable. */
  choose: (provider: PaymentProvider) => Promise<boolean>;
}

function paymentRequestOf(ctx: Caller, { providerKey, choose, ...wanted }: PagePaymentRequest): PaymentRequest {
  return {
    ...wanted,
    payer: ctx,
    idempotencyKey: ctx.request.idempotencyKey,
    language: ctx.language,
    chooseProvider: async (db, siteId) => {
      const provider = await findUsableProvider(db, ctx.tenant, { siteId, key: providerKey });
      return provider && (await choose(provider)) ? provider : null;
    },
    limit: (trx) => limitAttempts(trx, ctx),
  };
}

async function pageInput(
  ctx: Caller,
  payment: Payment,
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
