import { randomUUID } from 'node:crypto';
import { agreementBlocksPayment, canBePaid, type OrderPaymentStatus } from '@quayside/contract/orders/orders.ts';
import { type Part, totalsOf } from '@quayside/contract/shared/paging.ts';
import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/sql/numbers.ts';
import type { AccountContext, PayerContext, Tenant } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { type Hold, holdOf } from './hold.rules.ts';
import { type NewOrderLine, priceLine } from './order-line.rules.ts';
import { outstandingMinorOf, presentOrderSummary, presentOutstandingOrder, type ShownBy } from './orders.presenter.ts';
import {
  raiseUpToOwed,
  creditedOrderOf,
  creditNotesOf,
  insertOrders,
  findOrderAtSite,
  findOrderId,
  linesOfOrder,
  lockOrders,
  type NewLineRow,
  type NewOrderRow,
  orderHistory,
  type OrderRow,
  ordersOfAccount,
  type OrderSpan,
  outstandingOrders,
  removeFromOrders,
  wholeOrder,
} from './orders.queries.ts';

/** An order as a payment sees it. Amounts are minor units of `currency`. */
export interface PayableOrder {
  id: number;
  siteId: number;
  currency: string;
  outstandingMinor: number;
  status: OrderPaymentStatus;
  /** True if the tax point is after today at its site. */
  isFuture: boolean;
  /**
   * True by the one rule of what can be paid, in the tenant's currency. The caller checks if a provider can take it.
   */
  payable: boolean;
  /** True if a signature, which can be given, is needed first. */
  waitsForSignature: boolean;
  /** The attempt that holds the order, because money may be moving; null if there is none. */
  hold: Hold | null;
}

/** Prices and sums see a hold as the owner does. */
const owner = { orderKey: null };

function asPayable(row: OrderRow, settings: ShownBy, now: Date): PayableOrder {
  const order = presentOutstandingOrder(row, { settings, now, reader: owner });
  return {
    id: row.id,
    siteId: row.site_id,
    currency: row.currency,
    outstandingMinor: outstandingMinorOf(row),
    status: order.paymentStatus,
    isFuture: order.isFuture,
    payable: row.currency === settings.culture.isoCurrencyCode && canBePaid(order),
    waitsForSignature: agreementBlocksPayment(order.agreement) && order.agreement?.isOver !== true,
    hold: holdOf(row),
  };
}

/** Reads orders by id, for a payment. Ids that the account doesn't have are left out. Locks nothing. */
export async function readOrdersForPayment(
  db: TenantDb,
  tenant: Tenant,
  accountId: number,
  orderIds: readonly number[],
  now: Date,
): Promise<PayableOrder[]> {
  const rows = await ordersOfAccount(db, { tenantId: tenant.id, accountId, orderIds });
  return rows.map((row) => asPayable(row, tenant.settings, now));
}

/** Locks orders until the transaction ends and reads them, so that changes by other payments are seen. */
export async function lockOrdersForPayment(
  trx: TenantDb,
  tenant: Tenant,
  accountId: number,
  orderIds: readonly number[],
  now: Date,
): Promise<PayableOrder[]> {
  await lockOrders(trx, tenant.id, accountId, orderIds);
  return readOrdersForPayment(trx, tenant, accountId, orderIds, now);
}

export interface Allocation {
  orderId: number;
  amountMinor: number;
}

/**
 * Allocates amounts to orders, each up to what is outstanding.
 * @param allocations at most one for an order
 * @returns the minor units that each order took, in the given order: at most the given amount, 0 if nothing fits.
 * The caller keeps the rest.
 */
export async function allocateToOrders(
  trx: TenantDb,
  tenantId: number,
  allocations: readonly Allocation[],
): Promise<number[]> {
  const wrong = allocations.find(({ amountMinor }) => !Number.isSafeInteger(amountMinor) || amountMinor <= 0);
  if (wrong) throw new RangeError(`cannot allocate ${wrong.amountMinor}`);
  const orderIds = allocations.map(({ orderId }) => orderId);
  if (new Set(orderIds).size < orderIds.length) throw new RangeError('two amounts for one order');
  const amounts = allocations.map(({ amountMinor }) => amountMinor);
  const rows = await raiseUpToOwed(trx, tenantId, orderIds, amounts);
  const taken = new Map(rows.map((row) => [row.id, row.taken]));
  return orderIds.map((id) => taken.get(id) ?? 0);
}

/** Allocates an amount to one order. @returns the minor units that it took */
export async function allocateToOrder(
  trx: TenantDb,
  tenantId: number,
  orderId: number,
  amountMinor: number,
): Promise<number> {
  const [taken = 0] = await allocateToOrders(trx, tenantId, [{ orderId, amountMinor }]);
  return taken;
}

/**
 * Returns the number of an order of the payer, by its guid.
 * @throws CallError NOT_FOUND, also if no link has opened it
 */
export async function loadOrderId({ db, tenant, account, orderKey }: PayerContext, guid: string): Promise<number> {
  const id = orderKey
    ? orderKey.orders.find((order) => order.guid === guid.toLowerCase())?.id
    : await findOrderId(db, { tenantId: tenant.id, accountId: account.id }, guid);
  if (id === undefined) throw notFound();
  return id;
}

/** Removes a payment's allocations from its orders: they are owed again. */
export async function takeOffOrders(
  trx: TenantDb,
  tenantId: number,
  parts: readonly { order_id: number; amount_minor: number }[],
): Promise<void> {
  const orderIds = parts.map(({ order_id }) => order_id);
  const amounts = parts.map(({ amount_minor }) => amount_minor);
  if (parts.length > 0) await removeFromOrders(trx, tenantId, orderIds, amounts);
}

/**
 * Loads an order of the session's account with its lines and its credit notes.
 * @throws CallError NOT_FOUND, for somebody else's too
 */
export async function loadOrder(
  { db, tenant, account }: Pick<AccountContext, 'db' | 'tenant' | 'account'>,
  id: number,
) {
  const [order] = await wholeOrder(db, { tenantId: tenant.id, accountId: account.id, orderId: id });
  if (!order) throw notFound();
  return {
    order,
    lines: await linesOfOrder(db, tenant.id, id),
    creditNotes: order.credited_minor > 0 ? await creditNotesOf(db, tenant.id, id) : [],
    credits: order.gross_minor < 0 ? ((await creditedOrderOf(db, tenant.id, id)) ?? null) : null,
  };
}

/** Returns a part of the account's orders, the latest tax point first, with their total number. */
export async function pageOrders({ db, tenant, account, clock }: AccountContext, span: OrderSpan, part: Part) {
  const of = { tenantId: tenant.id, accountId: account.id };
  const { orders, total } = await orderHistory(db, of, span, part);
  const now = clock.now();
  return {
    orders: orders.map((row) => presentOrderSummary(row, tenant.settings, now)),
    ...totalsOf(total, part),
  };
}

/**
 * Tells if an account has orders at a site. It pays there even if its home is at another site. Paid orders count too:
 * the page of their payment may still be open.
 */
export async function hasOrdersAt(db: TenantDb, tenantId: number, accountId: number, siteId: number): Promise<boolean> {
  return (await findOrderAtSite(db, { tenantId, accountId }, siteId)) !== undefined;
}

/** Returns the unpaid orders of an account as its owner sees them, with what is left to pay, in minor units. */
export async function listUnpaid({
  db,
  tenant,
  account,
  clock,
}: Pick<AccountContext, 'db' | 'tenant' | 'account' | 'clock'>) {
  const rows = await outstandingOrders(db, { tenantId: tenant.id, accountId: account.id });
  const shown = { settings: tenant.settings, now: clock.now(), reader: owner };
  return rows.map((row) => ({
    order: presentOutstandingOrder(row, shown),
    outstandingMinor: outstandingMinorOf(row),
  }));
}

export interface OutstandingTotals {
  count: number;
  /** Minor units of the tenant's currency, like the others. */
  totalMinor: number;
  /** The amount that is due today or earlier. The amounts below are its parts; the rest is paid at the office. */
  dueMinor: number;
  /** The part that can be paid now (decision P2.19). */
  payableNowMinor: number;
  /** The part that waits for a signature that can be given. */
  toSignMinor: number;
  /** The part that a payment in progress holds. */
  inPaymentMinor: number;
}

/** Sums what an account owes. An order in another currency than the tenant's is counted, but is in no sum. */
export async function sumOutstandingOrders(
  db: TenantDb,
  tenant: Tenant,
  accountId: number,
  now: Date,
): Promise<OutstandingTotals> {
  const rows = await outstandingOrders(db, { tenantId: tenant.id, accountId });
  const orders = rows.map((row) => asPayable(row, tenant.settings, now));
  const sum = (some: readonly PayableOrder[]) => some.reduce((total, order) => total + order.outstandingMinor, 0);
  const own = orders.filter((order) => order.currency === tenant.settings.culture.isoCurrencyCode);
  const due = own.filter((order) => !order.isFuture);
  const isHeld = ({ status }: PayableOrder) => status === 'Processing';
  return {
    count: orders.length,
    totalMinor: sum(own),
    dueMinor: sum(due),
    payableNowMinor: sum(due.filter((order) => order.payable)),
    toSignMinor: sum(due.filter((order) => order.waitsForSignature && !isHeld(order))),
    inPaymentMinor: sum(due.filter((order) => isHeld(order))),
  };
}

export interface NewOrder {
  /** Default: a new one. */
  guid?: string;
  accountId: number;
  siteId: number;
  orderType: string;
  boatName: string | null;
  agreementId: number | null;
  createdAt: Date;
  /** `YYYY-MM-DD`. */
  taxPointDate: string;
  /** ISO 4217. */
  currency: string;
  cancelledAt?: Date | null;
  /** The paid part of an order from the past, in minor units. Default: nothing. */
  allocatedMinor?: number;
  /** The invoice of an order from the past, with its day. Default: none yet. */
  invoice?: { number: string; on: string } | null;
  lines: readonly NewOrderLine[];
}

/**
 * Stores orders with their lines. An order's total is the sum of its lines, each rounded to whole minor units.
 * @returns the orders' numbers, in the given order
 */
export async function createOrders(db: TenantDb, tenantId: number, orders: readonly NewOrder[]): Promise<number[]> {
  if (orders.length === 0) return [];
  const priced = orders.map((order) => ({ order, lines: order.lines.map((line) => ({ line, ...priceLine(line) })) }));
  if (orders.some((order) => order.lines.length === 0)) throw new RangeError('an order without a line');
  const first = await takeNumbers(db, tenantId, 'order', orders.length);
  const orderRows = priced.map(
    ({ order, lines }, index): NewOrderRow => ({
      id: first + index,
      guid: order.guid ?? randomUUID(),
      account_id: order.accountId,
      site_id: order.siteId,
      order_type: order.orderType,
      description: lines[0]?.line.name ?? '',
      boat_name: order.boatName,
      agreement_id: order.agreementId,
      created_at: order.createdAt,
      tax_point_date: order.taxPointDate,
      currency: order.currency,
      gross_minor: lines.reduce((sum, { grossMinor }) => sum + grossMinor, 0),
      cancelled_at: order.cancelledAt ?? null,
      allocated_minor: order.allocatedMinor ?? 0,
      invoice_number: order.invoice?.number ?? null,
      invoiced_on: order.invoice?.on ?? null,
    }),
  );
  const lineRows = priced.flatMap(({ lines }, index) =>
    lines.map(
      ({ line, ...amounts }, position): NewLineRow => ({
        order_id: first + index,
        line: position + 1,
        name: line.name,
        quantity: line.quantity,
        unit: line.unit ?? null,
        gross_unit_minor: line.grossUnitMinor,
        gross_minor: amounts.grossMinor,
        net_minor: amounts.netMinor,
        vat_minor: amounts.vatMinor,
        vat_percent: line.vatPercent,
        start_date: line.startDate ?? null,
        departure_date: line.departureDate ?? null,
        location: line.location ?? null,
        boat_name: line.boatName ?? null,
      }),
    ),
  );
  await insertOrders(db, tenantId, orderRows, lineRows);
  return orderRows.map(({ id }) => id);
}
