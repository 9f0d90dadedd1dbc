import { expect, test } from 'vitest';
import { spreadRefund } from './spread-refund.ts';

const allocations = [
  { id: 1, amount_minor: 600 },
  { id: 2, amount_minor: 300 },
];
const payment = { amount_minor: 1_000, allocated_minor: 900 };

test.each([
  [0, 0, 0],
  // On no order were 100.
  [100, 0, 0],
  [101, 0, 1],
  [400, 0, 300],
  [401, 1, 300],
  [1_000, 600, 300],
])('[MONEY-3] of %i that were given back %i were on the first order and %i on the second', (minor, first, second) => {
  const shares = new Map(spreadRefund(allocations, payment, minor).map(({ id, refundedMinor }) => [id, refundedMinor]));
  expect([shares.get(1), shares.get(2)]).toEqual([first, second]);
});
