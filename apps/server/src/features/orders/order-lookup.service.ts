import { agreementBlocksPayment } from '@quayside/contract/orders/orders.ts';
import type { TenantDb } from '../../db/client.ts';
import type { Tenant } from '../../http/context.ts';
import { holdOf } from './hold.rules.ts';
import { outstandingMinorOf, presentOutstandingOrder } from './orders.presenter.ts';
import { wholeOrder } from './orders.queries.ts';

/** Describes an order for the office: what is owed, and what keeps its customer from paying. */
export async function describeOrder(
  db: TenantDb,
  tenant: Tenant,
  order: { id: number; account_id: number },
  now: Date,
) {
  const [row] = await wholeOrder(db, { tenantId: tenant.id, accountId: order.account_id, orderId: order.id });
  if (!row) throw new Error(`order ${order.id} has gone meanwhile`);
  const hold = holdOf(row);
  const shown = presentOutstandingOrder(row, { settings: tenant.settings, now, reader: { orderKey: null } });
  return {
    status: shown.paymentStatus,
    description: row.description,
    dueOn: row.tax_point_date,
    currency: row.currency,
    timeZone: row.time_zone,
    grossMinor: row.gross_minor,
    outstandingMinor: outstandingMinorOf(row),
    paidMinor: row.allocated_minor - row.credited_minor,
    creditedMinor: row.credited_minor,
    refundedMinor: row.refunded_minor,
    isCancelled: row.cancelled_at !== null,
    invoiceNumber: row.invoice_number,
    createdAt: row.created_at,
    /** The agreement that has to be signed before; null: none. */
    toSign: agreementBlocksPayment(shown.agreement) ? (shown.agreement?.agreementType.name ?? '') : null,
    /** The reference of the payment that holds the order; null: none. */
    heldBy: hold?.reference ?? null,
    /** True if the provider may have that payment's money. Its customer is not on a page that they may have left. */
    mayBePaid: hold !== null && hold.state !== 'redirected',
  };
}
