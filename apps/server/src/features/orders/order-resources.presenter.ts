import { minorToMajor } from '@quayside/contract/shared/money.ts';
import type { OrderResource } from '@quayside/contract/integration/orders.ts';
import type { z } from 'zod';
import type { Tenant } from '../../http/context.ts';
import { decimalPlacesOf } from '../tenant/tenant.exports.ts';
import { outstandingOf } from './order-status.rules.ts';
import type { LineJson, OrderResourceRow } from './order-resources.queries.ts';

type Resource = z.input<typeof OrderResource>;

/** Returns what presents a marina's orders as programs see them. An order may have no reference. */
export const presentOrderIn =
  ({ settings }: Pick<Tenant, 'settings'>) =>
  <Reference extends string | null>(row: OrderResourceRow<Reference>) => {
    const places = decimalPlacesOf(row.currency, settings.culture);
    const amount = (minor: number) => minorToMajor(minor, places);
    const outstandingMinor = outstandingOf({
      grossMinor: row.gross_minor,
      allocatedMinor: row.allocated_minor,
      isCancelled: row.cancelled_on !== null,
    });
    return {
      reference: row.reference,
      number: row.id,
      account: row.account,
      site: row.site_id,
      type: row.order_type,
      boat: row.boat_name,
      createdOn: row.created_on,
      dueOn: row.tax_point_date,
      currency: row.currency,
      total: amount(row.gross_minor),
      paid: amount(row.allocated_minor),
      credited: amount(row.credited_minor),
      outstanding: amount(outstandingMinor),
      status: statusOf(row),
      cancelledOn: row.cancelled_on,
      agreement: row.agreement,
      creditedOrder: row.credited_order,
      creditedOrderNumber: row.credits_order_id,
      invoiceNumber: row.invoice_number,
      invoicedOn: row.invoiced_on,
      lines: row.lines.map((line) => presentLine(line, amount)),
      updatedAt: row.updated_at.toISOString(),
    } satisfies Omit<Resource, 'reference'> & { reference: Reference };
  };

function statusOf({ cancelled_on, gross_minor, allocated_minor }: OrderResourceRow<string | null>): Resource['status'] {
  if (cancelled_on !== null) return 'cancelled';
  return gross_minor > allocated_minor ? 'open' : 'paid';
}

const presentLine = (line: LineJson, amount: (minor: number) => number): Resource['lines'][number] => ({
  name: line.name,
  quantity: line.quantity,
  unit: line.unit,
  unitPrice: amount(line.unit_minor),
  vatPercent: line.vat_percent,
  total: amount(line.total_minor),
  startsOn: line.starts_on,
  endsOn: line.ends_on,
  location: line.location,
  boat: line.boat,
});
