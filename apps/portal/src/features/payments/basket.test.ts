import { beforeEach, expect, test } from 'vitest';
import {
  chooseStoredCard,
  emptyBasket,
  fillBasket,
  forgetLeftBehind,
  noteAttempt,
  prepareAttempt,
  readBasket,
  repriceBasket,
  startAfresh,
} from './basket.ts';

const contents = { orderIds: [7, 9], siteId: 1, amount: 12.5, providerKey: 'card' };

beforeEach(() => sessionStorage.clear());

test('[MONEY-1] the same orders and amount keep their key, in whatever order they were chosen', () => {
  const first = fillBasket(contents);
  expect(fillBasket({ ...contents, orderIds: [9, 7] }).idempotencyKey).toBe(first.idempotencyKey);
  expect(fillBasket({ ...contents, amount: 13 }).idempotencyKey).not.toBe(first.idempotencyKey);
});

test('[MONEY-1] a key serves one attempt: it changes with the channel, the price, and after an attempt that failed', () => {
  const first = prepareAttempt(fillBasket(contents), 'Card');
  expect(prepareAttempt(first, 'Card').idempotencyKey).toBe(first.idempotencyKey);
  const keys = [
    first.idempotencyKey,
    prepareAttempt(first, 'VaultedCard').idempotencyKey,
    repriceBasket(first, 11).idempotencyKey,
    startAfresh(noteAttempt(first, 'QS-12345678')).idempotencyKey,
  ];
  expect(new Set(keys).size).toBe(4);
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

test.each(['null', '[]', '{"orderIds":[]}', '{"orderIds":["7"],"amount":1}', 'not json'])(
  'what somebody else wrote into the storage is not believed: %s',
  (text) => {
    sessionStorage.setItem('quayside.paysafe', text);
    expect(readBasket()).toBeUndefined();
  },
);
