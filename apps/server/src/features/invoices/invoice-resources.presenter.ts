import type { InvoiceResource } from '@quayside/contract/integration/invoices.ts';
import { minorToMajor } from '@quayside/contract/shared/money.ts';
import type { z } from 'zod';
import type { Tenant } from '../../http/context.ts';
import { outstandingOf } from '../orders/orders.exports.ts';
import { decimalPlacesOf } from '../tenant/tenant.exports.ts';
import type { InvoiceResourceRow } from './invoice-resources.queries.ts';

/** Presents an invoice to the marina's programs. */
export function presentInvoiceResource(
  row: InvoiceResourceRow,
  { settings }: Pick<Tenant, 'settings'>,
): z.input<typeof InvoiceResource> {
  const amount = (minor: number) => minorToMajor(minor, decimalPlacesOf(row.currency, settings.culture));
  const outstandingMinor = outstandingOf({
    grossMinor: row.gross_minor,
    allocatedMinor: row.allocated_minor,
    isCancelled: row.cancelled_at !== null,
  });
  return {
    number: row.number,
    kind: row.gross_minor < 0 ? 'credit-note' : 'invoice',
    order: row.reference,
    orderNumber: row.id,
    credits: row.credits,
    account: row.account,
    site: row.site_id,
    invoicedOn: row.invoiced_on,
    currency: row.currency,
    total: amount(row.gross_minor),
    tax: amount(row.vat_minor),
    outstanding: amount(outstandingMinor),
    updatedAt: row.updated_at.toISOString(),
  };
}
