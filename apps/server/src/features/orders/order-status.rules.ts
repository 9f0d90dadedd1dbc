import type { OrderPaymentStatus } from '@quayside/contract/orders/orders.ts';
import { day } from '../../lib/time/durations.ts';

/** An order that isn't paid this many days after its tax point is overdue. */
const daysUntilOverdue = 14;

export interface OrderState {
  grossMinor: number;
  allocatedMinor: number;
  /** The part of the allocated amount that credit notes settle. */
  creditedMinor?: number;
  /** The part of the allocated amount that was refunded. It is not needed for an outstanding order. */
  refundedMinor?: number;
  isCancelled: boolean;
  taxPointDate: string;
  /** True if an attempt holds the order: money may be moving that isn't on it yet. */
  isHeld: boolean;
}

/**
 * Returns an order's status (decisions P2.25, P2.28). An attempt that was not sent changes nothing, because it may
 * never become a payment. An overdue order is shown as overdue, part-paid or not.
 * @param today the day at the order's site, `YYYY-MM-DD`
 */
export function orderStatus(order: OrderState, today: string): OrderPaymentStatus {
  const refunded = refundStatus(order);
  if (order.isCancelled) return refunded ?? 'Cancelled';
  const { creditedMinor = 0 } = order;
  if (order.grossMinor < 0 || (creditedMinor > 0 && creditedMinor >= order.grossMinor)) return 'Credited';
  if (order.allocatedMinor >= order.grossMinor) return refunded ?? 'Paid';
  if (order.isHeld) return 'Processing';
  if (daysBetween(order.taxPointDate, today) > daysUntilOverdue) return 'Overdue';
  return order.allocatedMinor > creditedMinor ? 'PartPaid' : 'Unpaid';
}

/** Returns the amount left to pay, in minor units; 0 for a cancelled order and for a credit note. */
export const outstandingOf = ({
  grossMinor,
  allocatedMinor,
  isCancelled,
}: Pick<OrderState, 'grossMinor' | 'allocatedMinor' | 'isCancelled'>): number =>
  isCancelled ? 0 : Math.max(grossMinor - allocatedMinor, 0);

/**
 * Returns the number of days since the tax point if the order is overdue, else 0.
 * @param today the day at the order's site, `YYYY-MM-DD`
 */
export function daysOverdue(status: OrderPaymentStatus, taxPointDate: string, today: string): number {
  return status === 'Overdue' ? daysBetween(taxPointDate, today) : 0;
}

/** Returns the refund status of an order without anything to pay. */
function refundStatus({ allocatedMinor, refundedMinor = 0 }: OrderState): OrderPaymentStatus | null {
  if (refundedMinor === 0) return null;
  return refundedMinor >= allocatedMinor ? 'Refunded' : 'PartRefunded';
}

function daysBetween(earlier: string, later: string): number {
  return (Date.parse(later) - Date.parse(earlier)) / day;
}
