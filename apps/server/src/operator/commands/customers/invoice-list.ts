import { z } from 'zod';
import { type InvoicedRate, readInvoicedRates } from '../../../features/invoices/invoices.exports.ts';
import { command } from '../../lib/command.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';
import { type Columns, dayOption, decimalCell, refuseBackwards, writeCsv } from '../../lib/write-csv.ts';

const columns: Columns<InvoicedRate> = {
  day: ({ invoiced_on }) => invoiced_on,
  kind: ({ credits, gross_minor }) => (credits !== null || gross_minor < 0 ? 'credit-note' : 'invoice'),
  number: ({ number }) => number,
  vat_percent: ({ vat_percent }) => (vat_percent === null ? null : { decimal: String(Number(vat_percent)) }),
  net: ({ net_minor, currency }, tenant) => decimalCell(net_minor, currency, tenant),
  tax: ({ vat_minor, currency }, tenant) => decimalCell(vat_minor, currency, tenant),
  gross: ({ gross_minor, currency }, tenant) => decimalCell(gross_minor, currency, tenant),
  currency: ({ currency }) => currency,
  site: ({ site_id }) => site_id,
  account: ({ account }) => account,
  account_number: ({ account_id }) => account_id,
  order: ({ reference }) => reference,
  order_number: ({ order_id }) => order_id,
  credits: ({ credits }) => credits,
};

/** Prints what a bookkeeper needs of the sales. docs/operating/money.md describes it. */
export const listInvoices = command({
  name: 'invoice list',
  summary: 'Print as CSV the invoices and credit notes of some days, a line for each rate of tax.',
  options: z.strictObject({
    tenant: TenantKey,
    from: dayOption('the first day of the invoices'),
    to: dayOption('the last day'),
  }),
  async run(ctx, { tenant: key, ...days }) {
    refuseBackwards(days);
    const tenant = await findTenant(ctx, key);
    await writeCsv(ctx, tenant, columns, (trx) => readInvoicedRates(trx, tenant.id, days));
  },
});
