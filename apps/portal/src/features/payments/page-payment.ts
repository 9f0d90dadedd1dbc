import {
  type CustomerDetails,
  getPaypalToken,
  startPagePayment,
  validateAccount,
} from '@quayside/contract/payment-pages.ts';
import type { PaymentProvider, ProcessedPayment } from '@quayside/contract/payments.ts';
import { api } from '../../lib/api.ts';
import { callQuery } from '../../lib/call-query.ts';
import { withRecentSignIn } from '../../lib/prove-identity.ts';
import { queryClient } from '../../lib/query-client.ts';
import { type Basket, noteAttempt } from './basket.ts';
import { giveUpEarlierAttempt } from './card-payment.ts';

/** What the account lacks for a provider, in the names that the form has (P§5). */
export async function fetchMissingFields(provider: PaymentProvider, accountGuid: string): Promise<string[]> {
  const query = callQuery(validateAccount, { params: { providerKey: provider.key, accountGuid } });
  const { missingFields } = await queryClient.fetchQuery({ ...query, staleTime: 60_000 });
  return missingFields.map((name) => name.charAt(0).toLowerCase() + name.slice(1));
}

interface PageStart {
  basket: Basket;
  provider: PaymentProvider;
  accountGuid: string;
  currencyCode: string;
  details: { account: CustomerDetails; saveToAccount: boolean };
}

/** Starts a payment on a provider's page: its address is in the answer, unless the payment has come to something. */
export async function startOnPage({
  basket,
  provider,
  accountGuid,
  currencyCode,
  details,
}: PageStart): Promise<ProcessedPayment> {
  const earlier = await giveUpEarlierAttempt(basket);
  if ('end' in earlier) return earlier.payment;
  const { orderIds, amount, idempotencyKey } = earlier.basket;
  const asked = { providerKey: provider.key, currencyCode, testMode: provider.inTestMode };
  const body = { accountGuid, orderIds, amount, ...asked, ...details };
  const payment = await withRecentSignIn(() => api(startPagePayment, { body }, { idempotencyKey }));
  noteAttempt(earlier.basket, payment.merchantRefNumber);
  return payment;
}

/** Starts a payment by PayPal, which sends its payers back to this portal. */
export async function startPaypal({
  basket,
  accountGuid,
}: Pick<PageStart, 'basket' | 'accountGuid'>): Promise<ProcessedPayment> {
  const earlier = await giveUpEarlierAttempt(basket);
  if ('end' in earlier) return earlier.payment;
  const { orderIds, amount: amountToPay, idempotencyKey } = earlier.basket;
  const addresses = {
    returnUrl: `${location.origin}/secure/paypal-success`,
    cancelUrl: `${location.origin}/secure/orders/outstanding?cancelled=true`,
  };
  const body = { accountGuid, orderIds, amountToPay, ...addresses };
  const { payment } = await withRecentSignIn(() => api(getPaypalToken, { body }, { idempotencyKey }));
  noteAttempt(earlier.basket, payment.merchantRefNumber);
  return payment;
}
