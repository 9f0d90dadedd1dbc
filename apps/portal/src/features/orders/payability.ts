import { agreementBlocksPayment, canBePaid, type OrderSummary } from '@quayside/contract/orders.ts';

/** The reason why an outstanding order can't be paid here now. */
export type Hindrance = 'agreement' | 'processing' | 'currency' | 'other';

/** The fields that decide it. All shapes of an order have them. */
export type OrderToPay = Pick<
  OrderSummary,
  'paymentStatus' | 'grossOrderCost' | 'outstandingAmount' | 'isoCurrencyCode' | 'agreement'
>;

/** Returns the reason why an order can't be paid online. Null if it can. */
export function hindranceOf(order: OrderToPay, isoCurrencyCode: string): Hindrance | null {
  if (order.paymentStatus === 'Processing') return 'processing';
  if (agreementBlocksPayment(order.agreement)) return 'agreement';
  if (order.isoCurrencyCode !== isoCurrencyCode) return 'currency';
  return canBePaid(order, true) ? null : 'other';
}
