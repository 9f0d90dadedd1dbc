import { minorToMajor } from '@quayside/contract/money.ts';
import type { OutstandingOrder } from '@quayside/contract/orders.ts';
import type { Culture } from '@quayside/contract/tenant.ts';
import { decimalPlacesOf } from '../tenant/currency.ts';
import { siteDay } from '../tenant/site-day.ts';
import { orderStatus } from './order-status.ts';
import type { OrderRow } from './orders.queries.ts';

/** An order as the outstanding list shows it. */
export function presentOutstandingOrder(row: OrderRow, culture: Culture, now: Date): OutstandingOrder {
  const today = siteDay(now, row.time_zone);
  const places = decimalPlacesOf(row.currency, culture);
  return {
    id: row.id,
    guid: row.guid,
    orderType: { name: row.order_type },
    description: row.description,
    boatName: row.boat_name,
    createdOn: row.created_at.toISOString(),
    taxPointDate: row.tax_point_date,
    isFuture: row.tax_point_date > today,
    paymentStatus: orderStatus(factsOf(row), today),
    grossOrderCost: minorToMajor(row.gross_minor, places),
    outstandingAmount: minorToMajor(outstandingMinorOf(row), places),
    siteId: row.site_id,
    isoCurrencyCode: row.currency,
    agreement: presentAgreement(row),
  };
}

/** What is left to pay; nothing of a cancelled or a credited order. */
export function outstandingMinorOf(row: OrderRow): number {
  return row.cancelled_at === null ? Math.max(row.gross_minor - row.allocated_minor, 0) : 0;
}

function factsOf(row: OrderRow) {
  return {
    grossMinor: row.gross_minor,
    allocatedMinor: row.allocated_minor,
    isCancelled: row.cancelled_at !== null,
    taxPointDate: row.tax_point_date,
    liveState: row.live_state,
  };
}

function presentAgreement(row: OrderRow): OutstandingOrder['agreement'] {
  if (row.agreement_guid === null) return null;
  return {
    guid: row.agreement_guid,
    isSigned: row.signed_at !== null,
    signatureRequired: row.signature_required ?? false,
    agreementType: { name: row.agreement_type ?? '', optional: row.agreement_optional ?? false },
  };
}
