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
 * A disputed part is still in it.
 */
export function onNoOrderMinor({ amount_minor, allocated_minor, refunded_minor, reversed_minor }: PaymentSums): number {
  return Math.max(0, amount_minor - allocated_minor - refunded_minor - reversed_minor);
}

/**
 * Returns the available amount: the money on no order, less the disputed part, which the bank may keep. It is 0 until
 * the payment is on its orders. `available.queries.ts` has the same rule in SQL.
 */
export function availableOf(payment: PaymentSums & { state: PaymentState; disputed_minor: number }): number {
  return hasAftermath(payment.state) ? Math.max(0, onNoOrderMinor(payment) - payment.disputed_minor) : 0;
}
