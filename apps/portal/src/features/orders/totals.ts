import type { DecimalPlaces } from '@quayside/contract/money.ts';
import type { OutstandingOrder } from '@quayside/contract/orders.ts';

/**
 * Returns the minor units of an amount in major units, rounded half away from zero (decision P4.4). Shifts the
 * decimal text, because `1.005 * 100` is 100.49999999999999.
 */
export function roundToMinor(major: number, places: DecimalPlaces): number {
  const text = String(Math.abs(major));
  if (text.includes('e-')) return 0;
  return Math.sign(major) * Math.round(Number(`${text}e${places}`));
}

/** Returns the sum left to pay, in minor units: each order is rounded, then all are added. */
export function totalOutstanding(orders: readonly OutstandingOrder[], places: DecimalPlaces): number {
  return orders.reduce((sum, { outstandingAmount }) => sum + roundToMinor(outstandingAmount, places), 0);
}
