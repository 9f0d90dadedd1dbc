import type { OutstandingOrder } from '@quayside/contract/orders.ts';
import { expect, test } from 'vitest';
import { roundToMinor, totalOutstanding } from './totals.ts';

test.each([
  [12.5, 2, 1250],
  [1.005, 2, 101],
  [-1.005, 2, -101],
  [0.1 + 0.2, 2, 30],
  [1980, 0, 1980],
  [12.3456, 3, 12346],
  [1e-7, 2, 0],
])('[ORD-2] %d with %d decimals is %d minor units', (major, places, minor) => {
  expect(roundToMinor(major, places)).toBe(minor);
});

test('[ORD-2] each line is rounded before the sum', () => {
  const lines = [0.125, 0.125, 0.125].map((outstandingAmount) => ({ outstandingAmount }) as OutstandingOrder);
  expect(totalOutstanding(lines, 2)).toBe(39);
});
