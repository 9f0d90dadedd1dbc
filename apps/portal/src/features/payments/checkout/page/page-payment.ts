import {
  type CustomerDetails,
  startExpressPayment,
  startQuickPayExpressPayment,
  startPagePayment,
  validateAccount,
} from '@quayside/contract/payment-pages.ts';
import type { PaymentProvider, ProcessedPayment } from '@quayside/contract/payments.ts';
import type { PagePath } from '@quayside/contract/portal-routes.ts';
import { api } from '../../../../lib/api.ts';
import { callQuery } from '../../../../lib/call-query.ts';
import { withRecentSignIn } from '../../../../lib/prove-identity.ts';
import { queryClient } from '../../../../lib/query-client.ts';
import { askedOf, noteAttempt } from '../../basket-attempt.ts';
import type { Basket } from '../../basket.ts';
import { giveUpEarlierAttempt } from '../checkout.face.ts';
import type { PaymentPlaces } from '../../payment-places.ts';

/** Fetches the fields that the account lacks for a provider, in the form's names. */
export async function fetchMissingFields(provider: PaymentProvider, accountGuid: string): Promise<string[]> {
  const query = callQuery(validateAccount, { params: { providerKey: provider.key, accountGuid } });
  const { missingFields } = await queryClient.fetchQuery({ ...query, staleTime: 60_000, meta: { showsFailure: true } });
  return missingFields.map((name) => name.charAt(0).toLowerCase() + name.slice(1));
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
export async function startOnPage(start: PageStart): Promise<ProcessedPayment> {
  const { provider, accountGuid, currencyCode, details, payLink } = start;
  const earlier = await giveUpEarlierAttempt(start.basket);
  if ('end' in earlier) return earlier.payment;
  const { idempotencyKey } = earlier.basket;
  const asked = { providerKey: provider.key, currencyCode, testMode: provider.inTestMode };
  const body = { accountGuid, ...askedOf(earlier.basket), ...asked, ...details, ...(payLink && { payLink }) };
  const payment = await withRecentSignIn(() => api(startPagePayment, { body }, { idempotencyKey }));
  noteAttempt(earlier.basket, payment.merchantRefNumber);
  return payment;
}

/** Starts a payment by an express provider, which sends its payers back to the page where they started. */
export async function startExpress({ basket, accountGuid, payLink }: Start): Promise<ProcessedPayment> {
  const earlier = await giveUpEarlierAttempt(basket);
  if ('end' in earlier) return earlier.payment;
  const { idempotencyKey, providerKey } = earlier.basket;
  const { orderIds, amount: amountToPay, ...parts } = askedOf(earlier.basket);
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
