import type { OrderPaymentStatus } from '@quayside/contract/orders.ts';
import type { PaymentState } from '../payments/payment-states.ts';

/** An order that isn't paid so many days after its tax point is overdue. */
const daysUntilOverdue = 14;

/**
 * The states of a payment in which its provider may have taken the money, or is about to, and it isn't on the order yet.
 * `redirected` is one: from there the customer pays on the provider's own page.
 */
const moneyMayMove: ReadonlySet<string> = new Set<PaymentState>([
  'redirected',
  'sent',
  'unknown',
  'pending',
  'held',
  'approved',
]);

export interface OrderFacts {
  grossMinor: number;
  allocatedMinor: number;
  /** Of that, paid back since; nobody needs to know it of an order that is outstanding. */
  refundedMinor?: number;
  isCancelled: boolean;
  taxPointDate: string;
  /** State of the attempt that holds the order; null where none does. */
  liveState: string | null;
}

/**
 * Where an order stands (decisions P2.25, P2.28). An attempt whose customer is still authenticating changes nothing:
 * it may never become a payment. What is late says so, part-paid or not.
 * @param today the day at the order's site, `YYYY-MM-DD`
 */
export function orderStatus(order: OrderFacts, today: string): OrderPaymentStatus {
  const refunded = refundStatus(order);
  if (order.isCancelled) return refunded ?? 'Cancelled';
  if (order.grossMinor < 0) return 'Credited';
  if (order.allocatedMinor >= order.grossMinor) return refunded ?? 'Paid';
  if (order.liveState !== null && moneyMayMove.has(order.liveState)) return 'Processing';
  if (daysBetween(order.taxPointDate, today) > daysUntilOverdue) return 'Overdue';
  return order.allocatedMinor > 0 ? 'PartPaid' : 'Unpaid';
}

/** Of an order on which nothing is to be paid any more. */
function refundStatus({ allocatedMinor, refundedMinor = 0 }: OrderFacts): OrderPaymentStatus | null {
  if (refundedMinor === 0) return null;
  return refundedMinor >= allocatedMinor ? 'Refunded' : 'PartRefunded';
}

function daysBetween(earlier: string, later: string): number {
  return (Date.parse(later) - Date.parse(earlier)) / 86_400_000;
}
