import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/numbers.ts';
import type { Tenant } from '../../http/context.ts';
import type { JobContext } from '../../jobs/context.ts';
import { enqueueJob } from '../../jobs/enqueue.ts';
import { isNumberTaken, lockOrdersToInvoice, lockSeries, setInvoiceNumber } from './invoices.queries.ts';

/** How many get their numbers in one transaction, during which nobody else of the marina's does. */
const batch = 100;

/**
 * Issues the invoices that are due: where the marina's setting says from which tax point on, an order gets the next
 * number of the marina's series once its tax point has come, or something was paid on it before. Its paper follows by a
 * job of its own. @returns how many were issued
 */
export async function issueInvoices({ db, tenant, clock }: JobContext): Promise<number> {
  const { automaticFrom } = tenant.settings.invoices;
  if (automaticFrom === null) return 0;
  return db.transaction().execute(async (trx) => {
    await lockSeries(trx, tenant.id);
    const due = await lockOrdersToInvoice(trx, tenant.id, { from: automaticFrom, now: clock.now(), limit: batch });
    for (const { id, today } of due) {
      await setInvoiceNumber(trx, tenant.id, id, {
        invoice_number: await nextNumber(trx, tenant),
        invoiced_on: today,
      });
      await enqueueJob(trx, 'store-invoice', { tenantId: tenant.id, orderId: id });
    }
    return due.length;
  });
}

/**
 * The next of the series. The counter is locked until the commit, and what is not committed is not taken, so there are
 * no holes; a number that the marina's own files brought is passed over, as it is there already.
 */
async function nextNumber(trx: TenantDb, { id, settings }: Tenant): Promise<string> {
  for (;;) {
    const place = await takeNumbers(trx, id, 'invoice');
    const number = invoiceNumber(settings.invoices.numberPrefix, place);
    if (!(await isNumberTaken(trx, id, number))) return number;
  }
}

/** The number at a place of the series, such as `SM-000123`. */
export const invoiceNumber = (prefix: string, place: number): string => `${prefix}${String(place).padStart(6, '0')}`;
