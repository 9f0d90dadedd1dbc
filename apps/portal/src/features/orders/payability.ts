import { agreementBlocksPayment, canBePaid, type OutstandingOrder } from '@quayside/contract/orders.ts';

/** Why an outstanding order can't be paid here now. */
export type Hindrance = 'agreement' | 'processing' | 'currency' | 'other';

/** What stands in the way of paying an order online, or null where nothing does. */
export function hindranceOf(order: OutstandingOrder, isoCurrencyCode: string): Hindrance | null {
  if (order.paymentStatus === 'Processing') return 'processing';
  if (agreementBlocksPayment(order.agreement)) return 'agreement';
  if (order.isoCurrencyCode !== isoCurrencyCode) return 'currency';
  return canBePaid(order, true) ? null : 'other';
}
