import { agreementBlocksPayment, canBePaid, type OrderSummary } from '@quayside/contract/orders.ts';

/** Why an outstanding order can't be paid here now. */
export type Hindrance = 'agreement' | 'processing' | 'currency' | 'other';

/** What decides it, as every shape of an order has it. */
export type OrderToPay = Pick<
  OrderSummary,
  'paymentStatus' | 'grossOrderCost' | 'outstandingAmount' | 'isoCurrencyCode' | 'agreement'
>;

/** What stands in the way of paying an order online, or null where nothing does. */
export function hindranceOf(order: OrderToPay, isoCurrencyCode: string): Hindrance | null {
  if (order.paymentStatus === 'Processing') return 'processing';
  if (agreementBlocksPayment(order.agreement)) return 'agreement';
  if (order.isoCurrencyCode !== isoCurrencyCode) return 'currency';
  return canBePaid(order, true) ? null : 'other';
}
