import { cancelPayment, type ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import { api } from '../../../lib/calls/api.ts';
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
 * The server asks the provider first, so a paid attempt is found and not lost (decision P4.6).
 * @returns the basket, free for a new attempt, or the end of the earlier one
 */
export async function giveUpEarlierAttempt(given: Basket): Promise<{ basket: Basket } | SettledEnd> {
  const basket = await giveUpLeftBehind(given);
  if (basket.merchantRefNumber === null) return { basket };
  const payment = await api(cancelPayment, { params: { ref: basket.merchantRefNumber } });
  const tookNothing = payment.paymentStatus === 'Cancelled' || payment.paymentStatus === 'Declined';
  return tookNothing ? { basket: startAfresh(basket) } : { end: 'settled', payment };
}

/**
 * Cancels an attempt of another basket. Its own page shows its result. While it continues, the server keeps its
 * orders.
 */
async function giveUpLeftBehind(basket: Basket): Promise<Basket> {
  if (basket.leftBehind === null) return basket;
  await api(cancelPayment, { params: { ref: basket.leftBehind } }).catch(() => undefined);
  return forgetLeftBehind(basket);
}
