import { type DecimalPlaces, minorToMajor } from '@quayside/contract/shared/money.ts';
import type { PartialAmounts } from '@quayside/contract/payments/payments.ts';

/** An order that can be paid in part. */
export interface OwedOrder {
  id: number;
  /** In minor units. */
  dueMinor: number;
}

/** Spreads an amount over orders, the first first. Orders that get nothing are left out. @param minor in minor units */
export function spreadAmount(orders: readonly OwedOrder[], minor: number, places: DecimalPlaces): PartialAmounts {
  let left = minor;
  return orders.flatMap(({ id, dueMinor }) => {
    const part = Math.min(left, dueMinor);
    left -= part;
    return part > 0 ? [{ orderId: id, amount: minorToMajor(part, places) }] : [];
  });
}
