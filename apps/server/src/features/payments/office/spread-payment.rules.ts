import type { OpenOrder } from './office-payments.queries.ts';

/** A payment of the office before it is stored. */
export interface Spendable {
  accountId: number;
  currency: string;
  amountMinor: number;
  /** The orders that it is for, in this order. Null: those that are due, the oldest first. */
  orderIds: readonly number[] | null;
}

/**
 * Decides what a payment pays: each order takes what it still owes, until the money is gone. Lowers `due_minor` of
 * these orders, so that the next payment sees it.
 * @param orders the outstanding orders, the oldest first
 * @returns the parts, in minor units. The rest of the amount is on no order
 */
export function spreadPayment(
  { accountId, currency, amountMinor, orderIds }: Spendable,
  orders: OpenOrder[],
): { orderId: number; minor: number }[] {
  const own = orders.filter((order) => order.account_id === accountId && order.currency === currency);
  const chosen =
    orderIds === null
      ? own.filter(({ is_future }) => !is_future)
      : orderIds.flatMap((id) => own.filter((order) => order.id === id));
  let left = amountMinor;
  return chosen.flatMap((order) => {
    const minor = Math.min(left, order.due_minor);
    left -= minor;
    order.due_minor -= minor;
    return minor > 0 ? [{ orderId: order.id, minor }] : [];
  });
}
