import { expect, test } from 'vitest';
import { readAppMessage } from './app-messages.ts';

test('[APP-2] messages of the right shape are read, and nothing beside what they are', () => {
  expect(readAppMessage({ type: 'microAppLoaded', more: 1 })).toEqual({ type: 'microAppLoaded' });
  expect(readAppMessage({ type: 'redirectToPayment', orderId: 7, url: 'https://evil.example/' })).toEqual({
    type: 'redirectToPayment',
    orderId: 7,
  });
});

test('[APP-3] an app may name the order as a text, for example from an address', () => {
  expect(readAppMessage({ type: 'redirectToPayment', orderId: '10042' })).toEqual({
    type: 'redirectToPayment',
    orderId: 10_042,
  });
});

test('[APP-2] [APP-3] any other shape is no message', () => {
  const shapes = [undefined, null, 7, 'microAppLoaded', [], ['microAppLoaded'], {}, { type: 'MicroAppLoaded' }];
  const orders = [
    undefined,
    null,
    '',
    '0',
    '-7',
    '7.5',
    ' 7',
    '0x7',
    '7e1',
    '9'.repeat(17),
    0,
    -7,
    7.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    [7],
    { id: 7 },
  ];
  for (const data of [...shapes, ...orders.map((orderId) => ({ type: 'redirectToPayment', orderId }))])
    expect(readAppMessage(data)).toBeUndefined();
});
