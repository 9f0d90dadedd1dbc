import { expect, test } from 'vitest';
import { readAmount, spreadAmount } from './partial-amount.ts';

test.each([
  ['75', 2, 7_500],
  [' 75.5 ', 2, 7_550],
  ['75,50', 2, 7_550],
  ['٧٥٫٥٠', 2, 7_550],
  ['۷۵', 2, 7_500],
  ['1200', 0, 1_200],
  ['0.125', 3, 125],
  ['', 2, null],
  ['1.234', 2, null],
  ['1,234.50', 2, null],
  ['12.5', 0, null],
  ['-5', 2, null],
  ['5e2', 2, null],
  ['£5', 2, null],
])('[PAID-4] an amount is read as it is typed: “%s” with %i decimals', (text, places, minor) => {
  expect(readAmount(text, places)).toBe(minor);
});

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
