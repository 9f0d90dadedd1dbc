import { cancelPayment, getPayment, type ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import { api } from '../../../lib/calls/api.ts';
import { isOfAnotherTab } from '../attempt-owner.ts';
import { forgetLeftBehind, startAfresh } from '../basket-attempt.ts';
import type { Basket } from '../basket.ts';

interface SettledEnd {
  end: 'settled';
  payment: ProcessedPayment;
}

/** The attempt has a result, or only the server knows the result. */
export type PaymentEnd = SettledEnd | { end: 'unknown'; merchantRefNumber: string };

/** The step that the reader waits for: reading the card, authentication by the bank, charging. */
export type PaymentStep = 'card' | 'bank' | 'charge';

/**
 * Cancels an attempt of this basket that was left unfinished, for example by a reload, before another one starts.
 * The server asks the provider first, so a paid attempt is found and not lost (decision P4.6). An attempt that another
 * tab still makes is left to that tab.
 * @returns the basket, free for a new attempt, or the end of the earlier one
 */
export async function giveUpEarlierAttempt(given: Basket): Promise<{ basket: Basket } | SettledEnd> {
  const basket = await giveUpLeftBehind(given);
  const ref = basket.merchantRefNumber;
  if (ref === null) return { basket };
  const isElsewhere = await isOfAnotherTab(ref);
  const payment = isElsewhere
    ? await api(getPayment, { params: { merchantRefNum: ref } })
    : await api(cancelPayment, { params: { ref } });
  const tookNothing = payment.paymentStatus === 'Cancelled' || payment.paymentStatus === 'Declined';
  const isFree = tookNothing || (isElsewhere && payment.progress === 'unsent');
  return isFree ? { basket: startAfresh(basket) } : { end: 'settled', payment };
}

/**
 * Cancels an attempt of another basket. Its own page shows its result. While it continues, the server keeps its
 * orders.
 */
async function giveUpLeftBehind(basket: Basket): Promise<Basket> {
  const ref = basket.leftBehind;
  if (ref === null) return basket;
  if (!(await isOfAnotherTab(ref))) await api(cancelPayment, { params: { ref } }).catch(() => undefined);
  return forgetLeftBehind(basket);
}
