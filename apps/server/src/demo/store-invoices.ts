import { invoiceNumber } from '../features/invoices/invoices.exports.ts';
import type { TenantDb } from '../db/client.ts';
import { takeNumbers } from '../db/numbers.ts';
import { listOrdersToInvoice, setInvoiceNumbers } from './demo.queries.ts';

/**
 * Gives past orders, and those paid ahead, the invoice numbers that they got over the years. Their papers are made
 * when somebody opens them first. The server itself invoices orders that become due from now on.
 */
export async function storeInvoices(trx: TenantDb, tenantId: number, prefix: string, today: string): Promise<void> {
  const orderIds = await listOrdersToInvoice(trx, tenantId, today);
  const first = await takeNumbers(trx, tenantId, 'invoice', orderIds.length);
  const numbers = orderIds.map((_, place) => invoiceNumber(prefix, first + place));
  await setInvoiceNumbers(trx, tenantId, { orderIds, numbers, today });
}
