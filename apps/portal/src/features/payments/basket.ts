import type { PartialAmounts, ProviderKind } from '@quayside/contract/payments/payments.ts';
import { tabSlice } from '../../lib/browser/tab-storage.ts';
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
  /** The amount to pay, in major units. The server prices by itself. */
  amount: number;
  /** The part that the reader chose to pay, with all that is due. Null if they pay all of it. */
  part: { due: number; amounts: PartialAmounts } | null;
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

const stored = tabSlice('basket', parseBasket);

/** Handwritten, because a schema would add a library of 20 kB to every page that pays. */
function parseBasket(value: unknown): Basket | undefined {
  const { orderIds, siteId, amount, part = null, providerKey, providerKind, ...attempt } = value as Partial<Basket>;
  const { idempotencyKey, channel, merchantRefNumber, leftBehind, storedCard } = attempt;
  const isWhole =
    isListOfIds(orderIds) &&
    typeof siteId === 'number' &&
    typeof amount === 'number' &&
    amount > 0 &&
    (part === null || Array.isArray(part.amounts)) &&
    typeof providerKey === 'string' &&
    isKind(providerKind) &&
    typeof idempotencyKey === 'string' &&
    isChannel(channel) &&
    (merchantRefNumber === null || typeof merchantRefNumber === 'string') &&
    (leftBehind === null || typeof leftBehind === 'string') &&
    (storedCard === null || typeof storedCard?.id === 'string');
  if (!isWhole) return undefined;
  const contents = { orderIds, siteId, amount, part, providerKey, providerKind };
  return { ...contents, idempotencyKey, channel, merchantRefNumber, leftBehind, storedCard };
}

const isChannel = (channel: unknown): channel is BasketChannel | null =>
  channel === null || channels.some((known) => known === channel);

const isListOfIds = (ids: unknown): ids is number[] =>
  Array.isArray(ids) && ids.length > 0 && ids.every((id) => Number.isSafeInteger(id));

/** Returns the basket of this tab. Undefined if there is none. */
export const readBasket = (): Basket | undefined => stored.read();

/** Removes the basket after it was paid. */
export const emptyBasket = (): void => stored.clear();

/** Stores the basket for this tab, and returns it. */
export function keepBasket(basket: Basket): Basket {
  stored.write(basket);
  return basket;
}

/** Returns a random key. `crypto.randomUUID` would exist only on secure origins. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The fields of a basket that nobody has tried to pay yet. */
export const freshAttempt = () => ({ idempotencyKey: newKey(), channel: null, merchantRefNumber: null });

export type Contents = Pick<Basket, 'orderIds' | 'siteId' | 'amount' | 'part' | 'providerKey' | 'providerKind'>;

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
    JSON.stringify(before.part) === JSON.stringify(contents.part) &&
    before.providerKey === contents.providerKey &&
    before.orderIds.length === contents.orderIds.length &&
    before.orderIds.every((id) => contents.orderIds.includes(id));
  const leftBehind = before?.merchantRefNumber ?? before?.leftBehind ?? null;
  return keepBasket(same ? before : { ...contents, ...freshAttempt(), leftBehind, storedCard: null });
}

/** The amount to pay, and the part that it is. */
export type Amounts = Pick<Basket, 'amount' | 'part'>;
