import { hasAftermath, type PaymentState } from '../payment-states.rules.ts';

/** A payment's sums, in minor units. */
export interface PaymentSums {
  amount_minor: number;
  allocated_minor: number;
  refunded_minor: number;
  reversed_minor: number;
}

/**
 * Returns the money of a payment that is on no order. Refunds reduce it first; a reversed amount does not count at all.
 * `available.queries.ts` has the same rule in SQL.
 */
export function availableMinor({ amount_minor, allocated_minor, refunded_minor, reversed_minor }: PaymentSums): number {
  return Math.max(0, amount_minor - allocated_minor - refunded_minor - reversed_minor);
}

/** Returns the available amount of a payment in any state. It is 0 until the payment is on its orders. */
export const availableOf = (payment: PaymentSums & { state: PaymentState }): number =>
  hasAftermath(payment.state) ? availableMinor(payment) : 0;
