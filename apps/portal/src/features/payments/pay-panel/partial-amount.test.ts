import { expect, test } from 'vitest';
import { spreadAmount } from './partial-amount.ts';

test('[PAID-4] an amount goes to the first orders first', () => {
  const orders = [
    { id: 4, dueMinor: 6_000 },
    { id: 9, dueMinor: 4_000 },
    { id: 12, dueMinor: 1_000 },
  ];
  expect(spreadAmount(orders, 7_550, 2)).toEqual([
    { orderId: 4, amount: 60 },
    { orderId: 9, amount: 15.5 },
  ]);
  expect(spreadAmount(orders, 11_000, 2)).toHaveLength(3);
  expect(spreadAmount(orders, 1, 2)).toEqual([{ orderId: 4, amount: 0.01 }]);
});
