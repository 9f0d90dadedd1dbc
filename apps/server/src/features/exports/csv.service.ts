import { Readable } from 'node:stream';
import type { OrderSummary } from '@quayside/contract/orders/orders.ts';
import type { PaymentSummary } from '@quayside/contract/payments/payment-history.ts';
import type { AccountContext } from '../../http/context.ts';
import type { CallLimit } from '../../http/limits/call-limits.ts';
import type { FileContent } from '../../http/route.ts';
import { tenantText } from '../../lib/texts/texts.ts';
import { pageOrders } from '../orders/orders.service.ts';
import { pagePayments } from '../payments/payments.exports.ts';
import { decimalPlacesOf } from '../tenant/tenant.exports.ts';
import { hour } from '../../lib/time/durations.ts';
import { byteOrderMark, type Cell, csvLines } from './csv.rules.ts';
import { timeZoneOfSite } from './exports.queries.ts';

export const exportLimit: CallLimit = { name: 'csv-export', per: 'account', max: 30, windowMs: hour };

/** The rows of one statement. More would hold more memory, fewer would ask more often. */
const rowsAtOnce = 500;

/** The range of a history, on the sites' clocks, and the words that its rows hold. */
interface Span {
  from: string | undefined;
  to: string | undefined;
  search?: string | undefined;
}

/** Returns the account's orders of a range as CSV. The rows are read while the browser takes them. */
export async function ordersAsCsv(ctx: AccountContext, span: Span): Promise<FileContent> {
  const text = textsOf(ctx);
  const names = ['order', 'date', 'type', 'description', 'boat', 'status', 'total', 'paid', 'outstanding', 'currency'];
  const read = async (skip: number) => (await pageOrders(ctx, span, { skip, take: rowsAtOnce })).orders;
  const cells = (order: OrderSummary) => [
    order.id,
    order.taxPointDate,
    order.orderType.name,
    order.description,
    order.boatName,
    text(`orderStatus.${order.paymentStatus}`),
    ...[order.grossOrderCost, order.totalPaid, order.outstandingAmount].map(decimalsOf(ctx, order)),
    order.isoCurrencyCode,
  ];
  return csvFile(ctx, 'orders', { names, read, cells });
}

/** Returns the account's payments of a range as CSV. */
export async function paymentsAsCsv(ctx: AccountContext, span: Span): Promise<FileContent> {
  const text = textsOf(ctx);
  const timeZone = await timeZoneOfSite(ctx.db, ctx.tenant.id, ctx.account.siteId);
  const names = [
    'payment',
    'date',
    'method',
    'paidFor',
    'status',
    'amount',
    'refunded',
    'reversed',
    'available',
    'currency',
  ];
  const read = async (skip: number) => (await pagePayments(ctx, span, { skip, take: rowsAtOnce })).payments;
  const cells = (payment: PaymentSummary) => [
    payment.reference,
    dayOf(payment.createdOn, timeZone),
    payment.paymentMethod,
    payment.paidFor.map(({ orderId, description }) => `${orderId} ${description}`).join('; '),
    text(`paymentStatus.${payment.paymentStatus}`),
    ...[payment.amount, payment.refundedAmount, payment.reversedAmount, payment.availableAmount].map(
      decimalsOf(ctx, payment),
    ),
    payment.isoCurrencyCode,
  ];
  return csvFile(ctx, 'payments', { names, read, cells });
}

const textsOf = (ctx: AccountContext) => (key: string) => tenantText(ctx.tenant, ctx.language, `export.${key}`);

/** Returns a function that writes an amount as a number with all decimals of its currency, such as -25.50. */
function decimalsOf({ tenant }: AccountContext, { isoCurrencyCode }: { isoCurrencyCode: string }) {
  const places = decimalPlacesOf(isoCurrencyCode, tenant.settings.culture);
  return (amount: number): Cell => ({ decimal: amount.toFixed(places) });
}

const dayOf = (instant: string, timeZone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();

interface Table<Row> {
  /** The keys of the headings. */
  names: readonly string[];
  /** Reads the rows from a place on. Empty at the end. */
  read: (skip: number) => Promise<readonly Row[]>;
  cells: (row: Row) => readonly Cell[];
}

async function csvFile<Row extends { id: number }>(
  ctx: AccountContext,
  name: 'orders' | 'payments',
  table: Table<Row>,
): Promise<FileContent> {
  const text = textsOf(ctx);
  const headings = table.names.map((each) => text(`column.${each}`));
  return {
    content: Readable.from(linesOf(headings, table)),
    contentType: 'text/csv; charset=utf-8',
    fileName: `${text(`file.${name}`)}.csv`,
    disposition: 'attachment',
  };
}

async function* linesOf<Row extends { id: number }>(headings: readonly string[], { read, cells }: Table<Row>) {
  yield byteOrderMark + csvLines([headings]);
  // A new row at the top moves the others down: some would come twice.
  const written = new Set<number>();
  for (let skip = 0; ; skip += rowsAtOnce) {
    const rows = await read(skip);
    const fresh = rows.filter(({ id }) => !written.has(id));
    for (const { id } of fresh) written.add(id);
    if (fresh.length > 0) yield csvLines(fresh.map(cells));
    if (rows.length < rowsAtOnce) return;
  }
}
