import type { PaymentProvider, ProviderKind } from '@quayside/contract/payments.ts';
import { slice } from '../../lib/storage.ts';
import { isKind } from './drivers/registry.ts';
import { forgetSetupFailure } from './setup-failure.ts';

const channels = ['Card', 'VaultedCard', 'GooglePay', 'ApplePay'] as const;
/** The means by which an attempt is paid. */
export type BasketChannel = (typeof channels)[number];

/** The basket of this tab: ids and the amount that was shown. It holds no personal data and no card data. */
export interface Basket {
  orderIds: number[];
  /** The site of all the orders. Only its providers can be used. */
  siteId: number;
  /** The amount that the reader was shown, in major units. The server prices by itself. */
  amount: number;
  providerKey: string;
  providerKind: ProviderKind;
  /**
   * One key for each attempt to pay this basket, kept until the attempt settles, so that a repeat never charges
   * twice.
   */
  idempotencyKey: string;
  /** The channel that the attempt started with. Null before that. The same key with another channel is refused. */
  channel: BasketChannel | null;
  /** The attempt, once the server has stored it. */
  merchantRefNumber: string | null;
  /** An attempt of an earlier basket, which may still hold some of these orders. */
  leftBehind: string | null;
  /** The stored card whose security code is needed, and its billing address. */
  storedCard: { id: string; billingAddressId: string | null } | null;
}

const stored = slice('paysafe', parseBasket);

/** Handwritten, because a schema would add a library of 20 kB to every page that pays. */
function parseBasket(value: unknown): Basket | undefined {
  const { orderIds, siteId, amount, providerKey, providerKind, ...attempt } = value as Partial<Basket>;
  const { idempotencyKey, channel, merchantRefNumber, leftBehind, storedCard } = attempt;
  const isWhole =
    isListOfIds(orderIds) &&
    typeof siteId === 'number' &&
    typeof amount === 'number' &&
    amount > 0 &&
    typeof providerKey === 'string' &&
    isKind(providerKind) &&
    typeof idempotencyKey === 'string' &&
    isChannel(channel) &&
    (merchantRefNumber === null || typeof merchantRefNumber === 'string') &&
    (leftBehind === null || typeof leftBehind === 'string') &&
    (storedCard === null || typeof storedCard?.id === 'string');
  if (!isWhole) return undefined;
  const contents = { orderIds, siteId, amount, providerKey, providerKind };
  return { ...contents, idempotencyKey, channel, merchantRefNumber, leftBehind, storedCard };
}

const isChannel = (channel: unknown): channel is BasketChannel | null =>
  channel === null || channels.some((known) => known === channel);

const isListOfIds = (ids: unknown): ids is number[] =>
  Array.isArray(ids) && ids.length > 0 && ids.every((id) => Number.isSafeInteger(id));

export const readBasket = (): Basket | undefined => stored.read();

/** Removes the basket after it was paid. */
export const emptyBasket = (): void => stored.clear();

function keep(basket: Basket): Basket {
  stored.write(basket);
  return basket;
}

/** Returns a random key. `crypto.randomUUID` would exist only on secure origins. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const freshAttempt = () => ({ idempotencyKey: newKey(), channel: null, merchantRefNumber: null });

export type Contents = Pick<Basket, 'orderIds' | 'siteId' | 'amount' | 'providerKey' | 'providerKind'>;

/**
 * Fills the basket. The same contents keep their key, so two checkouts of them are one attempt. With other
 * contents, an unfinished attempt is remembered, so that it releases its orders before another one needs them.
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

/** Returns the basket with a key that fits an attempt by this channel. */
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

/** Returns the basket for the provider of a checkout. The one that the reader chose may be gone. */
export function basketFor(basket: Basket, { key, kind }: Pick<PaymentProvider, 'key' | 'kind'>): Basket {
  return basket.providerKey === key ? basket : { ...basket, providerKey: key, providerKind: kind };
}

/** Prepares another try after an attempt that took no money: same orders, new key. */
export function startAfresh(basket: Basket): Basket {
  return keep({ ...basket, ...freshAttempt() });
}

/** Takes the server's price if it differs from the shown one. The reader confirms it again, under a new key. */
export function repriceBasket(basket: Basket, amount: number): Basket {
  return keep({ ...basket, ...freshAttempt(), amount });
}

/**
 * Chooses another stored card. That is another attempt: a key that may have started one with the earlier card is
 * dropped.
 */
export function chooseStoredCard(basket: Basket, storedCard: Basket['storedCard']): Basket {
  const isOther = basket.storedCard?.id !== storedCard?.id && basket.merchantRefNumber === null;
  return keep({ ...basket, ...(isOther && freshAttempt()), storedCard });
}
