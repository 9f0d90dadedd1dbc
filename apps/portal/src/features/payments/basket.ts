import { slice } from '../../lib/storage.ts';
import { forgetSetupFailure } from './setup-failure.ts';

const channels = ['Card', 'VaultedCard', 'GooglePay', 'ApplePay'] as const;
/** With what an attempt is paid. */
export type BasketChannel = (typeof channels)[number];

/** What this tab is about to pay: ids and what was shown, nothing personal and nothing of a card. */
export interface Basket {
  orderIds: number[];
  /** Of all the orders. Its providers are the ones that can be paid with. */
  siteId: number;
  /** What the reader was shown, in major units. The server prices by itself. */
  amount: number;
  providerKey: string;
  /** One for each attempt to pay this basket, kept until the attempt settles, so that a repeat charges nothing twice. */
  idempotencyKey: string;
  /** What the attempt of this key was started with, or null before it was. The same key with another channel is refused. */
  channel: BasketChannel | null;
  /** The attempt, once the server has stored it. */
  merchantRefNumber: string | null;
  /** An attempt of an earlier basket, which may still hold some of these orders. */
  leftBehind: string | null;
  /** The stored card whose security code is to be asked for, and where its bills go. */
  storedCard: { id: string; billingAddressId: string | null } | null;
}

const stored = slice('paysafe', parseBasket);

/** By hand: a schema would bring a library of 20 kB to every page that pays. */
function parseBasket(value: unknown): Basket | undefined {
  const { orderIds, siteId, amount, providerKey, idempotencyKey, channel, merchantRefNumber, leftBehind, storedCard } =
    value as Partial<Basket>;
  const isWhole =
    isListOfIds(orderIds) &&
    typeof siteId === 'number' &&
    typeof amount === 'number' &&
    amount > 0 &&
    typeof providerKey === 'string' &&
    typeof idempotencyKey === 'string' &&
    isChannel(channel) &&
    (merchantRefNumber === null || typeof merchantRefNumber === 'string') &&
    (leftBehind === null || typeof leftBehind === 'string') &&
    (storedCard === null || typeof storedCard?.id === 'string');
  return isWhole
    ? { orderIds, siteId, amount, providerKey, idempotencyKey, channel, merchantRefNumber, leftBehind, storedCard }
    : undefined;
}

const isChannel = (channel: unknown): channel is BasketChannel | null =>
  channel === null || channels.some((known) => known === channel);

const isListOfIds = (ids: unknown): ids is number[] =>
  Array.isArray(ids) && ids.length > 0 && ids.every((id) => Number.isSafeInteger(id));

export const readBasket = (): Basket | undefined => stored.read();

/** Forgets the basket: it was paid. */
export const emptyBasket = (): void => stored.clear();

function keep(basket: Basket): Basket {
  stored.write(basket);
  return basket;
}

/** Random on any page: `crypto.randomUUID` exists only where the origin is secure. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const freshAttempt = () => ({ idempotencyKey: newKey(), channel: null, merchantRefNumber: null });

export type Contents = Pick<Basket, 'orderIds' | 'siteId' | 'amount' | 'providerKey'>;

/**
 * Fills the basket. The same contents as before keep their key, so two checkouts of them are one attempt. With other ones
 * an attempt that was left unfinished stays known, so that it lets go of its orders before another one wants them.
 */
export function fillBasket(contents: Contents): Basket {
  forgetSetupFailure();
  const before = stored.read();
  const same =
    before !== undefined &&
    before.siteId === contents.siteId &&
    before.amount === contents.amount &&
    before.providerKey === contents.providerKey &&
    before.orderIds.length === contents.orderIds.length &&
    before.orderIds.every((id) => contents.orderIds.includes(id));
  const leftBehind = before?.merchantRefNumber ?? before?.leftBehind ?? null;
  return keep(same ? before : { ...contents, ...freshAttempt(), leftBehind, storedCard: null });
}

/** The basket with a key that serves an attempt by this channel. */
export function prepareAttempt(basket: Basket, channel: BasketChannel): Basket {
  const sameAttempt = basket.channel === null || basket.channel === channel;
  return keep({ ...basket, ...(sameAttempt ? {} : freshAttempt()), channel });
}

export function noteAttempt(basket: Basket, merchantRefNumber: string): Basket {
  return keep({ ...basket, merchantRefNumber });
}

export function forgetLeftBehind(basket: Basket): Basket {
  return keep({ ...basket, leftBehind: null });
}

/** After an attempt that took no money: the same orders can be tried again, under another key. */
export function startAfresh(basket: Basket): Basket {
  return keep({ ...basket, ...freshAttempt() });
}

/** The server's price differs from the one that was shown: the reader is asked again, under another key. */
export function repriceBasket(basket: Basket, amount: number): Basket {
  return keep({ ...basket, ...freshAttempt(), amount });
}

/** Another card is another attempt: a key that may have started one with the card before serves no more. */
export function chooseStoredCard(basket: Basket, storedCard: Basket['storedCard']): Basket {
  const isOther = basket.storedCard?.id !== storedCard?.id && basket.merchantRefNumber === null;
  return keep({ ...basket, ...(isOther && freshAttempt()), storedCard });
}
