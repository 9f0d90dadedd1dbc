import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';
import { lockAttempt } from './attempt-owner.ts';
import { type Basket, type BasketChannel, freshAttempt, keepBasket } from './basket.ts';

/** Returns the basket with a key that fits an attempt by this channel. */
export function prepareAttempt(basket: Basket, channel: BasketChannel): Basket {
  const sameAttempt = basket.channel === null || basket.channel === channel;
  return keepBasket({ ...basket, ...(sameAttempt ? {} : freshAttempt()), channel });
}

/** Stores the reference of the attempt that the server has made for the basket. Other tabs leave the attempt alone. */
export function noteAttempt(basket: Basket, merchantRefNumber: string): Basket {
  lockAttempt(merchantRefNumber);
  return keepBasket({ ...basket, merchantRefNumber });
}

/** Forgets the attempt of an earlier basket, because it holds none of these orders any more. */
export function forgetLeftBehind(basket: Basket): Basket {
  return keepBasket({ ...basket, leftBehind: null });
}

/** Returns the basket for the provider of a checkout. The one that the reader chose may be gone. */
export function basketFor(basket: Basket, { key, kind }: Pick<PaymentProvider, 'key' | 'kind'>): Basket {
  return basket.providerKey === key ? basket : { ...basket, providerKey: key, providerKind: kind };
}

/** Prepares another try after an attempt that took no money: same orders, new key. */
export function startAfresh(basket: Basket): Basket {
  return keepBasket({ ...basket, ...freshAttempt() });
}

/**
 * Takes the server's price of all that is due if it differs. A chosen part stays, if it is still only a part. The
 * reader confirms the payment again, under a new key.
 */
export function repriceBasket(basket: Basket, due: number): Basket {
  const { amount, part } = basket;
  const amounts = part && amount < due ? { amount, part: { ...part, due } } : { amount: due, part: null };
  return keepBasket({ ...basket, ...freshAttempt(), ...amounts });
}

/**
 * Chooses another stored card. That is another attempt: a key that may have started one with the earlier card is
 * dropped.
 */
export function chooseStoredCard(basket: Basket, storedCard: Basket['storedCard']): Basket {
  const isOther = basket.storedCard?.id !== storedCard?.id && basket.merchantRefNumber === null;
  return keepBasket({ ...basket, ...(isOther && freshAttempt()), storedCard });
}

/** Returns the orders and amounts as the server's calls take them. */
export const paymentFieldsOf = ({ orderIds, amount, part }: Pick<Basket, 'orderIds' | 'amount' | 'part'>) =>
  part ? { orderIds, amount: part.due, partialAmounts: part.amounts } : { orderIds, amount };
