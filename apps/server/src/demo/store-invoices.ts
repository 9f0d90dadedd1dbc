import { invoiceNumber } from '../features/invoices/invoices.exports.ts';
import type { TenantDb } from '../db/client.ts';
import { takeNumbers } from '../db/sql/numbers.ts';
import type { PastOrder } from './customer.ts';
import { grossOf, paidOf } from './outcomes.ts';

/** The number and the day of an invoice. */
interface Invoice {
  number: string;
  on: string;
}

/**
 * Makes the invoices that past orders, and those paid ahead, got over the years. Their papers are made when somebody
 * opens them first. The server itself invoices orders that become due from now on.
 * @returns each order's invoice, if it has one
 */
export async function takeInvoices(
  trx: TenantDb,
  tenantId: number,
  orders: readonly PastOrder[],
  { prefix, today }: { prefix: string; today: string },
): Promise<ReadonlyMap<PastOrder, Invoice>> {
  const invoiced = orders
    .filter((order) => order.cancelledOn === null && grossOf(order) !== 0)
    .filter((order) => order.taxPointDate <= today || paidOf(order) > 0)
    .map((order) => ({ order, on: order.taxPointDate < today ? order.taxPointDate : today }))
    .toSorted((one, other) => (one.on < other.on ? -1 : Number(one.on > other.on)));
  const first = await takeNumbers(trx, tenantId, 'invoice', invoiced.length);
  return new Map(invoiced.map(({ order, on }, place) => [order, { number: invoiceNumber(prefix, first + place), on }]));
}
