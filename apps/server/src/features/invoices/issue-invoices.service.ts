import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/sql/numbers.ts';
import type { Tenant } from '../../http/context.ts';
import type { JobContext } from '../../jobs/context.ts';
import { enqueueJob } from '../../jobs/enqueue.ts';
import { recordOrderEvents, setInvoiceNumber } from '../orders/orders.exports.ts';
import { isNumberTaken, lockOrdersToInvoice, lockSeries } from './invoices.queries.ts';

/** The orders that get their numbers in one transaction. Nobody else in the marina gets one meanwhile. */
const batch = 100;

/**
 * Issues the invoices that are due, if the marina's setting names a first tax point. An order gets the next number of
 * the marina's series when its tax point has come, or earlier if something was paid on it. A job then makes its paper.
 * @returns the number issued
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
    await recordOrderEvents(trx, tenant, clock.now());
    return due.length;
  });
}

/**
 * Returns the next number of the series. The counter is locked until the commit, and a number without a commit is not
 * taken, so there are no holes. It skips numbers that the marina's own files brought.
 */
export async function nextNumber(trx: TenantDb, { id, settings }: Tenant): Promise<string> {
  for (;;) {
    const place = await takeNumbers(trx, id, 'invoice');
    const number = invoiceNumber(settings.invoices.numberPrefix, place);
    if (!(await isNumberTaken(trx, id, number))) return number;
  }
}

/** Returns the number at a place of the series, such as `SM-000123`. */
export const invoiceNumber = (prefix: string, place: number): string => `${prefix}${String(place).padStart(6, '0')}`;
