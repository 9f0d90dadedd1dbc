import type { QuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
import { HeldNotices } from '../../features/payments/checkout/checkout.exports.ts';
import { usePaymentResult } from '../checkout/use-payment-result.ts';

/** Tells why an order can't be paid by its link now, and offers what this browser may do about it. */
export function HeldByLink({ order }: { order: QuickPayOrder }) {
  const { toEnd } = usePaymentResult('anyProvider');
  return (
    <HeldNotices
      orders={[order]}
      onEnd={(payment) => toEnd({ end: 'settled', payment })}
      arePaid={(ids) => ids.includes(order.id) && order.paymentStatus === 'Paid'}
    />
  );
}
