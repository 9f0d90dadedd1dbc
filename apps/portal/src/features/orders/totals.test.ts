import type { OutstandingOrder } from '@quayside/contract/orders/orders.ts';
import { expect, test } from 'vitest';
import { duePartsOf, roundToMinor, totalOutstanding } from './totals.ts';

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

test('[ORD-2] the due amount is shown in full and by reason; later days, other sites and currencies stay out', () => {
  const order = (outstandingAmount: number, changes: Partial<OutstandingOrder> = {}) =>
    ({
      paymentStatus: 'Unpaid',
      grossOrderCost: outstandingAmount,
      outstandingAmount,
      agreement: null,
      isoCurrencyCode: 'GBP',
      siteId: 1,
      isFuture: false,
      ...changes,
    }) as OutstandingOrder;
  const agreement = {
    guid: '6b1f4d0e-6f0c-4f5c-9d55-000000000001',
    isSigned: false,
    signatureRequired: true,
    agreementType: { name: 'Berthing licence', optional: false },
  };
  const orders = [
    order(100.1),
    order(25.2),
    order(1049.88, { agreement }),
    order(30, { paymentStatus: 'Processing' }),
    order(7, { isFuture: true }),
    order(8, { siteId: 2 }),
    order(9, { isoCurrencyCode: 'JPY' }),
  ];
  expect(duePartsOf({ orders, siteId: 1, isoCurrencyCode: 'GBP' }, 2)).toEqual({
    total: 1205.18,
    payableNow: 125.3,
    toSign: 1049.88,
    inPayment: 30,
  });
});
