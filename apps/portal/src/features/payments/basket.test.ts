import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  chooseStoredCard,
  forgetLeftBehind,
  noteAttempt,
  prepareAttempt,
  repriceBasket,
  startAfresh,
} from './basket-attempt.ts';
import { type Basket, type BasketChannel, type Contents, emptyBasket, fillBasket, readBasket } from './basket.ts';
import { noteSetupFailure, readSetupFailure } from './setup-failure.ts';

const contents = {
  orderIds: [7, 9],
  siteId: 1,
  amount: 12.5,
  part: null,
  providerKey: 'card',
  providerKind: 'vault' as const,
};

// Vitest takes the code for the part that draws on the server, which has no tab.
beforeAll(() => void vi.stubEnv('SSR', false));
afterAll(() => void vi.unstubAllEnvs());
beforeEach(() => sessionStorage.clear());

test('[MONEY-1] the same orders and amount keep their key, in any sequence of clicks', () => {
  const first = fillBasket(contents);
  expect(fillBasket({ ...contents, orderIds: [9, 7] }).idempotencyKey).toBe(first.idempotencyKey);
  expect(fillBasket(contents)).toEqual(first);
});

test.each<Partial<Contents>>([
  { orderIds: [7] },
  { orderIds: [7, 9, 11] },
  { orderIds: [7, 11] },
  { siteId: 2 },
  { amount: 13 },
  { part: { due: 20, amounts: [{ orderId: 7, amount: 12.5 }] } },
  { providerKey: 'another' },
])('[MONEY-1] other contents are another attempt: %j', (changes) => {
  const first = prepareAttempt(fillBasket(contents), 'Card');
  const other = fillBasket({ ...contents, ...changes });
  expect(other).toMatchObject({ ...contents, ...changes, channel: null, merchantRefNumber: null, storedCard: null });
  expect(other.idempotencyKey).not.toBe(first.idempotencyKey);
});

test('[MONEY-1] a key serves one attempt: it changes with the channel, the price, and after a failed attempt', () => {
  const filled = fillBasket(contents);
  const first = prepareAttempt(filled, 'Card');
  expect(filled.idempotencyKey).toMatch(/^[\da-f]{32}$/);
  expect(first).toEqual({ ...filled, channel: 'Card' });
  expect(prepareAttempt(first, 'Card')).toEqual(first);
  const keys = [
    first.idempotencyKey,
    prepareAttempt(first, 'VaultedCard').idempotencyKey,
    repriceBasket(first, 11).idempotencyKey,
    startAfresh(noteAttempt(first, 'QS-12345678')).idempotencyKey,
  ];
  expect(new Set(keys).size).toBe(4);
  expect(repriceBasket(first, 11)).toMatchObject({ ...contents, amount: 11, channel: null, merchantRefNumber: null });
  const started = noteAttempt(first, 'QS-12345678');
  expect(prepareAttempt(started, 'VaultedCard')).toMatchObject({ channel: 'VaultedCard', merchantRefNumber: null });
});

test('[PAID-4] a chosen part stays if the amount due changes, as long as the part is smaller', () => {
  const amounts = [{ orderId: 7, amount: 12.5 }];
  const partly = fillBasket({ ...contents, part: { due: 20, amounts } });
  expect(repriceBasket(partly, 25)).toMatchObject({ amount: 12.5, part: { due: 25, amounts } });
  expect(repriceBasket(partly, 12.5)).toMatchObject({ amount: 12.5, part: null });
  expect(repriceBasket(partly, 11)).toMatchObject({ amount: 11, part: null });
});

test('[MONEY-1] another card is another attempt, unless one is under way', () => {
  const card = { id: 'c1', billingAddressId: null };
  const filled = fillBasket(contents);
  const chosen = chooseStoredCard(filled, card);
  expect(chosen.idempotencyKey).not.toBe(filled.idempotencyKey);
  const elsewhere = { id: 'c1', billingAddressId: 'b2' };
  expect(chooseStoredCard(chosen, elsewhere)).toEqual({ ...chosen, storedCard: elsewhere });
  expect(chooseStoredCard(chosen, null).idempotencyKey).not.toBe(chosen.idempotencyKey);
  const started = noteAttempt(chosen, 'QS-12345678');
  expect(chooseStoredCard(started, null)).toEqual({ ...started, storedCard: null });
});

test('a new basket forgets the message of the earlier checkout', () => {
  noteSetupFailure({ checkoutPath: '/secure/pay', reference: 'r-1' });
  fillBasket(contents);
  expect(readSetupFailure()).toBeUndefined();
});

test('[MONEY-1] an attempt that was left for another basket is known until it was given up', () => {
  noteAttempt(fillBasket(contents), 'QS-12345678');
  const other = fillBasket({ ...contents, providerKey: 'another' });
  expect(other).toMatchObject({ merchantRefNumber: null, leftBehind: 'QS-12345678' });
  expect(fillBasket({ ...contents, amount: 3 }).leftBehind).toBe('QS-12345678');
  expect(forgetLeftBehind(other).leftBehind).toBeNull();
});

test('the basket outlives a reload until it is paid, and holds ids alone', () => {
  const basket = chooseStoredCard(noteAttempt(fillBasket(contents), 'QS-12345678'), {
    id: 'c1',
    billingAddressId: null,
  });
  expect(readBasket()).toEqual(basket);
  expect(startAfresh(basket)).toMatchObject({ orderIds: [7, 9], merchantRefNumber: null, channel: null });
  emptyBasket();
  expect(readBasket()).toBeUndefined();
});

const whole: Basket = {
  ...contents,
  idempotencyKey: 'a-key',
  channel: 'Card',
  merchantRefNumber: 'QS-12345678',
  leftBehind: 'QS-87654321',
  storedCard: { id: 'c1', billingAddressId: 'b1' },
};

/** Reads the basket of a tab whose storage was changed by hand. */
function readWritten(text: string): Basket | undefined {
  sessionStorage.setItem('quayside.basket', text);
  return readBasket();
}

test.each<Partial<Basket>>([
  ...(['Card', 'VaultedCard', 'GooglePay', 'ApplePay'] satisfies BasketChannel[]).map((channel) => ({ channel })),
  { channel: null, merchantRefNumber: null, leftBehind: null, storedCard: null },
])('a whole basket is read again: %j', (changes) => {
  expect(readWritten(JSON.stringify({ ...whole, ...changes }))).toEqual({ ...whole, ...changes });
});

test.each<Partial<Record<keyof Basket, unknown>>>([
  ...[undefined, '7', [], ['7'], [7, null], [7.5]].map((orderIds) => ({ orderIds })),
  ...[undefined, '1'].map((siteId) => ({ siteId })),
  ...[undefined, '12.5', 0, -1].map((amount) => ({ amount })),
  ...[undefined, 1].map((providerKey) => ({ providerKey })),
  ...[undefined, 1, 'card', 'toString'].map((providerKind) => ({ providerKind })),
  ...[undefined, 1].map((idempotencyKey) => ({ idempotencyKey })),
  ...[undefined, 'Cash'].map((channel) => ({ channel })),
  ...[undefined, 1].map((merchantRefNumber) => ({ merchantRefNumber })),
  ...[undefined, 1].map((leftBehind) => ({ leftBehind })),
  ...[undefined, 'c1', {}, { id: 1 }].map((storedCard) => ({ storedCard })),
])('a stored value that somebody else wrote is not believed: %j', (changes) => {
  expect(readWritten(JSON.stringify({ ...whole, ...changes }))).toBeUndefined();
});

test.each(['null', '[]', 'not json'])('nor is what is no basket at all: %s', (text) => {
  expect(readWritten(text)).toBeUndefined();
});
