import { minorToMajor } from '@quayside/contract/shared/money.ts';
import type { Order, OrderSummary, OutstandingOrder } from '@quayside/contract/orders/orders.ts';
import type { TenantConfig } from '@quayside/contract/tenant/tenant.ts';
import { decimalPlacesOf, siteDay } from '../tenant/tenant.exports.ts';
import { holdOf, isLeftToOthers, presentHold, type Reader } from './hold.rules.ts';
import { daysOverdue, orderStatus, outstandingOf } from './order-status.rules.ts';
import type { CreditNoteRow, OrderLineRow, OrderRow, WholeOrderRow } from './orders.queries.ts';

/** The marina's settings that decide how an order is shown. */
export type ShownBy = Pick<TenantConfig, 'culture' | 'agreementsEnabled'>;

/** The context of a presented order: the marina's settings, the time and the reader. */
export interface Shown {
  settings: ShownBy;
  now: Date;
  reader: Reader;
}

/** Presents an order as the outstanding list shows it. */
export function presentOutstandingOrder(row: OrderRow, { settings, now, reader }: Shown): OutstandingOrder {
  const today = siteDay(now, row.time_zone);
  const places = decimalPlacesOf(row.currency, settings.culture);
  const status = orderStatus(factsOf(row), today);
  return {
    id: row.id,
    guid: row.guid,
    orderType: { name: row.order_type },
    description: row.description,
    boatName: row.boat_name,
    createdOn: row.created_at.toISOString(),
    taxPointDate: row.tax_point_date,
    isFuture: row.tax_point_date > today,
    daysOverdue: daysOverdue(status, row.tax_point_date, today),
    paymentStatus: status,
    grossOrderCost: minorToMajor(row.gross_minor, places),
    outstandingAmount: minorToMajor(outstandingMinorOf(row), places),
    siteId: row.site_id,
    isoCurrencyCode: row.currency,
    agreement: presentAgreement(row, settings, now),
    hold: presentHold(reader, holdOf(row), now),
  };
}

/** Presents an order as the history lists it. */
export function presentOrderSummary(row: WholeOrderRow, settings: ShownBy, now: Date): OrderSummary {
  const places = decimalPlacesOf(row.currency, settings.culture);
  return {
    id: row.id,
    guid: row.guid,
    orderType: { name: row.order_type },
    description: row.description,
    boatName: row.boat_name,
    createdOn: row.created_at.toISOString(),
    taxPointDate: row.tax_point_date,
    paymentStatus: orderStatus({ ...factsOf(row), refundedMinor: row.refunded_minor }, siteDay(now, row.time_zone)),
    grossOrderCost: minorToMajor(row.gross_minor, places),
    outstandingAmount: minorToMajor(outstandingMinorOf(row), places),
    totalPaid: minorToMajor(row.allocated_minor - row.credited_minor, places),
    isoCurrencyCode: row.currency,
    siteId: row.site_id,
    agreement: presentAgreement(row, settings, now),
  };
}

/** The facts beside the order's own row. */
export interface PresentedOrder {
  lines: readonly OrderLineRow[];
  /** The payments allocated to it. */
  payments: Order['payments'];
  creditNotes: readonly CreditNoteRow[];
  credits: { id: number; invoice_number: string | null } | null;
}

/** Presents an order as its page shows it. */
export function presentOrder(
  row: WholeOrderRow,
  { lines, payments, creditNotes, credits }: PresentedOrder,
  { settings, now, reader }: Shown,
): Order {
  const places = decimalPlacesOf(row.currency, settings.culture);
  return {
    ...presentOrderSummary(withoutLeftHold(row, { now, reader }), settings, now),
    hold: presentHold(reader, holdOf(row), now),
    isFuture: row.tax_point_date > siteDay(now, row.time_zone),
    invoice: row.invoice_number === null ? null : { number: row.invoice_number, issuedOn: row.invoiced_on ?? '' },
    details: lines.map((line) => ({
      name: line.name,
      quantity: Number(line.quantity),
      unit: line.unit,
      grossUnitCost: minorToMajor(line.gross_unit_minor, places),
      grossCost: minorToMajor(line.gross_minor, places),
      startDate: line.start_date,
      departureDate: line.departure_date,
      location: line.location,
      boatName: line.boat_name,
    })),
    creditedAmount: minorToMajor(row.credited_minor, places),
    creditNotes: creditNotes.map((note) => ({
      orderId: note.id,
      guid: note.guid,
      number: note.invoice_number ?? '',
      issuedOn: note.invoiced_on ?? '',
      amount: minorToMajor(-note.gross_minor, places),
    })),
    credits: credits && { orderId: credits.id, invoiceNumber: credits.invoice_number },
    payments,
  };
}

/** Leaves out the hold of a page that others may close. The start of their payment closes it. */
function withoutLeftHold<Row extends OrderRow>(row: Row, { now, reader }: Pick<Shown, 'now' | 'reader'>): Row {
  const hold = holdOf(row);
  return hold && isLeftToOthers(reader, hold, now) ? { ...row, live_state: null } : row;
}

/** Returns the amount left to pay; 0 for a cancelled or a credited order. */
export const outstandingMinorOf = (row: OrderRow): number => outstandingOf(factsOf(row));

function factsOf(row: OrderRow) {
  return {
    grossMinor: row.gross_minor,
    allocatedMinor: row.allocated_minor,
    creditedMinor: row.credited_minor,
    isCancelled: row.cancelled_at !== null,
    taxPointDate: row.tax_point_date,
    isHeld: row.live_state !== null,
  };
}

function presentAgreement(row: OrderRow, { agreementsEnabled }: ShownBy, now: Date): OutstandingOrder['agreement'] {
  if (row.agreement_guid === null) return null;
  const isPastLastDay = isPast(row.sign_by, row.agreement_time_zone, now);
  return {
    guid: row.agreement_guid,
    isSigned: row.signed_at !== null,
    signatureRequired: row.signature_required ?? false,
    isOver: row.signed_at === null && (!agreementsEnabled || row.withdrawn_at !== null || isPastLastDay),
    agreementType: { name: row.agreement_type ?? '', optional: row.agreement_optional ?? false },
  };
}

const isPast = (day: string | null, timeZone: string | null, now: Date): boolean =>
  day !== null && timeZone !== null && day < siteDay(now, timeZone);
