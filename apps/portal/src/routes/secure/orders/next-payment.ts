import type { OutstandingOrder } from '@quayside/contract/orders/orders.ts';
import { hindranceOf } from '../../../features/orders/payability.ts';

/**
 * Returns the due orders that the next payment covers: the order of the agreement that was signed just now, or else
 * everything that can be paid at the first order's site, because a payment belongs to one site.
 */
export function nextToPay(
  orders: readonly OutstandingOrder[],
  isoCurrencyCode: string,
  signedGuid?: string,
): readonly OutstandingOrder[] {
  const payable = orders.filter((order) => !order.isFuture && hindranceOf(order, isoCurrencyCode) === null);
  const signed = payable.filter(({ agreement }) => agreement !== null && agreement.guid === signedGuid);
  return signed.length === 1 ? signed : payable.filter(({ siteId }) => siteId === payable[0]?.siteId);
}
