import { agreementBlocksPayment, canBePaid, type OrderSummary } from '@quayside/contract/orders/orders.ts';

/** The reason why an outstanding order can't be paid here now. */
export type Hindrance = 'agreement' | 'agreementOver' | 'processing' | 'currency' | 'other';

/** The fields that decide it. All shapes of an order have them. */
export type OrderToPay = Pick<
  OrderSummary,
  'paymentStatus' | 'grossOrderCost' | 'outstandingAmount' | 'isoCurrencyCode' | 'agreement'
>;

/** Returns the reason why an order can't be paid online. Null if it can. */
export function hindranceOf(order: OrderToPay, isoCurrencyCode: string): Hindrance | null {
  if (order.paymentStatus === 'Processing') return 'processing';
  if (agreementBlocksPayment(order.agreement)) return agreementHindrance(order);
  if (order.isoCurrencyCode !== isoCurrencyCode) return 'currency';
  return canBePaid(order) ? null : 'other';
}

/** Returns what the agreement of an order that waits for it asks for: to sign it, or to ask the office. */
export const agreementHindrance = ({ agreement }: Pick<OrderToPay, 'agreement'>) =>
  agreement?.isOver ? 'agreementOver' : 'agreement';

/** Keys of the texts that tell why there is nothing to pay. */
export type Prompt = 'orders.selectInvoices' | 'orders.signToPay' | 'payments.inProgress' | 'orders.footer.other';

/**
 * Returns the reason why none of these orders is about to be paid. If one could be chosen, or none is shown, it asks
 * to choose. Otherwise a signature comes first, because the reader can give it (decision P2.20).
 */
export function promptFor(orders: readonly OrderToPay[], isoCurrencyCode: string): Prompt {
  const hindrances = orders.map((order) => hindranceOf(order, isoCurrencyCode));
  if (orders.length === 0 || hindrances.includes(null)) return 'orders.selectInvoices';
  if (hindrances.includes('agreement')) return 'orders.signToPay';
  return hindrances.includes('processing') ? 'payments.inProgress' : 'orders.footer.other';
}
