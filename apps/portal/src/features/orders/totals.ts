import { type DecimalPlaces, minorToMajor } from '@quayside/contract/shared/money.ts';
import type { OutstandingOrder } from '@quayside/contract/orders/orders.ts';
import { hindranceOf } from './payability.ts';
import type { Selection } from './selection.ts';

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

/** Returns the same sum in major units. */
export const outstandingInMajor = (orders: readonly OutstandingOrder[], places: DecimalPlaces): number =>
  minorToMajor(totalOutstanding(orders, places), places);

/** The amount that is due today or earlier at the chosen site, and its parts, in major units. */
export interface DueParts {
  total: number;
  payableNow: number;
  /** The part that can be paid after an agreement is signed. */
  toSign: number;
  /** The part that a payment in progress holds. */
  inPayment: number;
}

/** Returns what is due at the chosen site, whether it is selected or not. Orders in another currency are left out. */
export function duePartsOf(
  { orders, siteId, isoCurrencyCode }: Pick<Selection, 'orders' | 'siteId' | 'isoCurrencyCode'>,
  places: DecimalPlaces,
): DueParts {
  const due = orders.filter(
    (order) => order.siteId === siteId && !order.isFuture && order.isoCurrencyCode === isoCurrencyCode,
  );
  const sumWith = (hindrance: ReturnType<typeof hindranceOf>) =>
    outstandingInMajor(
      due.filter((order) => hindranceOf(order, isoCurrencyCode) === hindrance),
      places,
    );
  return {
    total: outstandingInMajor(due, places),
    payableNow: sumWith(null),
    toSign: sumWith('agreement'),
    inPayment: sumWith('processing'),
  };
}
