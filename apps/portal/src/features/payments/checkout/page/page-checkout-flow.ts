import {
  type CustomerDetails,
  startExpressPayment,
  startPagePayment,
  startQuickPayExpressPayment,
  validateAccount,
} from '@quayside/contract/payments/payment-pages.ts';
import {
  cancelPayment,
  getPayment,
  type PaymentProvider,
  type ProcessedPayment,
} from '@quayside/contract/payments/payments.ts';
import type { PagePath } from '@quayside/contract/portal/portal-routes.ts';
import { api } from '../../../../lib/calls/api.ts';
import { ApiError, hasCode } from '../../../../lib/calls/api-error.ts';
import { callQuery } from '../../../../lib/queries/call-query.ts';
import { withRecentSignIn } from '../../../../lib/session/recent-sign-in.ts';
import { queryClient } from '../../../../lib/queries/query-client.ts';
import { t } from '../../../../lib/texts/texts.ts';
import { showToast } from '../../../../lib/toasts.ts';
import { type Basket, readBasket } from '../../basket.ts';
import { noteAttempt, paymentFieldsOf, repriceBasket, startAfresh } from '../../basket-attempt.ts';
import type { PaymentPlaces } from '../../payment-places.ts';
import { refreshAfterPayment } from '../../refresh-after-payment.ts';
import { type CheckoutProblem, giveUpEarlierAttempt, problemOf } from '../checkout.exports.ts';
import { detailsOf } from './askable-details.ts';
import { openPaymentWindow, type PaymentWindow } from './payment-window.ts';

export interface Details {
  account: CustomerDetails;
  saveToAccount: boolean;
}

/** The stage of a payment on a provider's page, as this page shows it. */
export type PageStage =
  | { at: 'idle' }
  | { at: 'details'; provider: PaymentProvider; missing: readonly string[] }
  | { at: 'blocked' }
  /** `payment` is null while it is being started. */
  | { at: 'window'; provider: PaymentProvider; window: PaymentWindow; payment: ProcessedPayment | null }
  /** `payment` is null until the browser goes to its page. */
  | { at: 'leaving'; to: 'express' | 'page'; payment: ProcessedPayment | null };

export type PageProblem = Exclude<CheckoutProblem, { kind: 'broken' }>;

/** The data of a payment on a provider's page, and the functions that show its progress. */
export interface PageFlow {
  accountGuid: string;
  /** The site of the orders. */
  siteId: number;
  currencyCode: string;
  payLink: PaymentPlaces['payLink'];
  show: (stage: PageStage) => void;
  explain: (problem: PageProblem | null) => void;
  /** Gets the payment's state at the end. */
  onEnd: (payment: ProcessedPayment) => void;
}

const noDetails: Details = { account: {}, saveToAccount: false };

/** Pays the basket: asks for missing details first, or goes to the provider's page. */
export async function startPageCheckout(flow: PageFlow, provider: PaymentProvider): Promise<void> {
  flow.explain(null);
  const basket = readBasket();
  if (basket && provider.kind === 'express') return payByExpress(flow, basket);
  try {
    const missing = await missingFieldsOf(flow, provider);
    if (missing.length > 0) return flow.show({ at: 'details', provider, missing });
  } catch (error) {
    return fail(flow, error);
  }
  return payOnPage(flow, provider, noDetails);
}

/** Opens the provider's page, in a window beside this page or in its place. */
export async function payOnPage(flow: PageFlow, provider: PaymentProvider, details: Details): Promise<void> {
  const basket = readBasket();
  if (!basket) return;
  const inWindow = provider.config.page?.flow !== 'redirect';
  const opened = inWindow ? openPaymentWindow() : null;
  if (inWindow && !opened) return flow.show({ at: 'blocked' });
  const stageOf = (payment: ProcessedPayment | null): PageStage =>
    opened ? { at: 'window', provider, window: opened, payment } : { at: 'leaving', to: 'page', payment };
  flow.show(stageOf(null));
  try {
    const payment = await startOnPage({ ...flow, basket, provider, details });
    if (payment.redirectUrl === null) {
      opened?.close();
      flow.onEnd(payment);
      return;
    }
    flow.show(stageOf(payment));
    if (opened) opened.show(payment.redirectUrl);
    else location.assign(payment.redirectUrl);
  } catch (error) {
    opened?.close();
    // The details that are known may be old.
    if (hasCode(error, 'INVALID_REQUEST')) void preparePageCheckout(flow, provider).catch(() => undefined);
    await fail(flow, error);
  }
}

async function payByExpress(flow: PageFlow, basket: Basket): Promise<void> {
  flow.show({ at: 'leaving', to: 'express', payment: null });
  try {
    const payment = await startExpress({ ...flow, basket });
    flow.show({ at: 'leaving', to: 'express', payment });
    goOn(flow, payment);
  } catch (error) {
    await fail(flow, error, true);
  }
}

/** Continues on the provider's page, or with the payment's result. */
function goOn(flow: PageFlow, payment: ProcessedPayment): void {
  if (payment.redirectUrl === null) flow.onEnd(payment);
  else location.assign(payment.redirectUrl);
}

async function fail(flow: PageFlow, error: unknown, isExpress = false): Promise<void> {
  flow.show({ at: 'idle' });
  const problem = problemOf(error);
  const basket = readBasket();
  if (problem.kind === 'amountChanged' && basket) repriceBasket(basket, problem.amount);
  // The attempt of this key is over, because the provider gave no page for it.
  if (hasCode(error, 'PAYMENT_PAGE_UNAVAILABLE') && basket) startAfresh(basket);
  if (problem.kind !== 'broken') await refreshAfterPayment();
  if (isExpress && problem.kind === 'failed' && error instanceof ApiError) {
    showToast({ kind: 'error', message: t('financial.paypalError') });
  } else if (problem.kind !== 'broken') flow.explain(problem);
}

/** Loads the data for the click in advance, so that the click can open a window. */
export async function preparePageCheckout(flow: PageFlow, provider: PaymentProvider): Promise<void> {
  if (provider.kind === 'page') await fetchMissingFields(flow, provider);
}

const missingFieldsQuery = ({ accountGuid, siteId }: PageFlow, { key: providerKey }: PaymentProvider) =>
  callQuery(validateAccount, { params: { providerKey, accountGuid }, query: { siteId } });

/** Continues another attempt of the same reader, for example of another tab. */
export async function continueOther(flow: PageFlow, merchantRefNum: string): Promise<void> {
  goOn(flow, await api(getPayment, { params: { merchantRefNum } }));
}

/** Cancels another attempt that holds these orders. It may turn out to be paid. */
export async function cancelOther(flow: PageFlow, ref: string): Promise<void> {
  const payment = await api(cancelPayment, { params: { ref } });
  await refreshAfterPayment();
  flow.explain(null);
  if (payment.paymentStatus === 'Completed') flow.onEnd(payment);
}

/** Fetches the fields that the account lacks for a provider, and keeps them for the click. */
async function fetchMissingFields(flow: PageFlow, provider: PaymentProvider): Promise<readonly string[]> {
  const query = { ...missingFieldsQuery(flow, provider), gcTime: Number.POSITIVE_INFINITY };
  return (await queryClient.fetchQuery({ ...query, staleTime: 0, meta: { showsFailure: true } })).missingFields;
}

/**
 * Returns the fields that the account lacks, in the form's names. Known ones are used however old they are: a browser
 * opens a window only in the click, and not after a request. The server checks the details once more.
 */
async function missingFieldsOf(flow: PageFlow, provider: PaymentProvider): Promise<string[]> {
  const known = queryClient.getQueryData(missingFieldsQuery(flow, provider).queryKey);
  return detailsOf(known?.missingFields ?? (await fetchMissingFields(flow, provider)));
}

/** The basket with its account, and the order's link if it is paid by one. */
interface Start {
  basket: Basket;
  accountGuid: string;
  payLink: PaymentPlaces['payLink'];
}

interface PageStart extends Start {
  provider: PaymentProvider;
  currencyCode: string;
  details: { account: CustomerDetails; saveToAccount: boolean };
}

/**
 * Starts a payment on a provider's page. The answer holds the page's address, unless the payment has a result
 * already.
 */
async function startOnPage(start: PageStart): Promise<ProcessedPayment> {
  const { provider, accountGuid, currencyCode, details, payLink } = start;
  const earlier = await giveUpEarlierAttempt(start.basket);
  if ('end' in earlier) return earlier.payment;
  const { idempotencyKey } = earlier.basket;
  const offer = { providerKey: provider.key, currencyCode, testMode: provider.inTestMode };
  const body = { accountGuid, ...paymentFieldsOf(earlier.basket), ...offer, ...details, ...(payLink && { payLink }) };
  const payment = await withRecentSignIn(() => api(startPagePayment, { body }, { idempotencyKey }));
  noteAttempt(earlier.basket, payment.merchantRefNumber);
  return payment;
}

/** Starts a payment by an express provider, which sends its payers back to the page where they started. */
async function startExpress({ basket, accountGuid, payLink }: Start): Promise<ProcessedPayment> {
  const earlier = await giveUpEarlierAttempt(basket);
  if ('end' in earlier) return earlier.payment;
  const { idempotencyKey, providerKey } = earlier.basket;
  const { orderIds, amount: amountToPay, ...parts } = paymentFieldsOf(earlier.basket);
  const asked = { accountGuid, amountToPay, ...parts, providerKey };
  const ask = payLink
    ? () => {
        const body = { ...asked, orderGuid: payLink.orderGuid, ...addressesByLink(payLink) };
        return api(startQuickPayExpressPayment, { body }, { idempotencyKey });
      }
    : () => api(startExpressPayment, { body: { ...asked, orderIds, ...addressesInPortal() } }, { idempotencyKey });
  const { payment } = await withRecentSignIn(ask);
  noteAttempt(earlier.basket, payment.merchantRefNumber);
  return payment;
}

const addressesInPortal = () => ({
  returnUrl: addressOf('/secure/paypal-success'),
  cancelUrl: `${addressOf('/secure/orders/outstanding')}?cancelled=true`,
});

function addressesByLink({ orderGuid, referrer }: NonNullable<PaymentPlaces['payLink']>) {
  const search = referrer === undefined ? '' : `?${new URLSearchParams({ referrer })}`;
  const at = (path: PagePath) => addressOf(path).replace(':orderGuid', orderGuid) + search;
  return {
    returnUrl: at('/quick-pay/:orderGuid/paypal/success'),
    cancelUrl: at('/quick-pay/:orderGuid/paypal/cancel'),
  };
}

/** Returns the address of a page of the table of routes. */
const addressOf = (path: PagePath): string => location.origin + path;
