import { randomUUID } from 'node:crypto';
import { canBePaid, type OrderPaymentStatus } from '@quayside/contract/orders.ts';
import { type Part, totalsOf } from '@quayside/contract/paging.ts';
import type { Culture } from '@quayside/contract/tenant.ts';
import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/numbers.ts';
import type { AccountContext, PayerContext, Tenant } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { type Hold, holdOf } from './hold.ts';
import { type NewOrderLine, priceLine } from './order-line.ts';
import { outstandingMinorOf, presentOrderSummary, presentOutstandingOrder } from './orders.presenter.ts';
import {
  addAllocations,
  insertOrders,
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
  /** After today at its site. */
  isFuture: boolean;
  /** By the one rule of what can be paid, in the tenant's currency; whether a provider can is the caller's to know. */
  payable: boolean;
  /** The attempt that holds the order, because money may be moving; null where none does. */
  hold: Hold | null;
}

/** Prices and sums see a hold as the owner does. */
const owner = { orderKey: null };

function asPayable(row: OrderRow, culture: Culture, now: Date): PayableOrder {
  const order = presentOutstandingOrder(row, { culture, now, reader: owner });
  return {
    id: row.id,
    siteId: row.site_id,
    currency: row.currency,
    outstandingMinor: outstandingMinorOf(row),
    status: order.paymentStatus,
    isFuture: order.isFuture,
    payable: row.currency === culture.isoCurrencyCode && canBePaid(order, true),
    hold: holdOf(row),
  };
}

/**
 * Locks orders until the transaction ends, for what happens to a payment of them.
 * DANGER: payments come before orders. Who locks a payment as well has to have locked it by now.
 */
export async function lockOrdersOfPayment(
  trx: TenantDb,
  tenantId: number,
  accountId: number,
  orderIds: readonly number[],
): Promise<void> {
  await lockOrders(trx, tenantId, accountId, orderIds);
}

/** Where orders stand, by id. Ids that the account doesn't have are not among them. Locks nothing. */
export async function readOrdersForPayment(
  db: TenantDb,
  tenant: Tenant,
  accountId: number,
  orderIds: readonly number[],
  now: Date,
): Promise<PayableOrder[]> {
  const rows = await ordersOfAccount(db, { tenantId: tenant.id, accountId, orderIds });
  return rows.map((row) => asPayable(row, tenant.settings.culture, now));
}

/** The same, once they are locked until the transaction ends, so that what another payment did meanwhile is seen. */
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
 * Puts amounts on orders, each as far as it is outstanding.
 * @param wishes at most one for an order
 * @returns the minor units that each order took, in the order given: at most what was wished, 0 where nothing fits.
 *   The rest is the caller's.
 */
export async function allocateToOrders(
  trx: TenantDb,
  tenantId: number,
  wishes: readonly Allocation[],
): Promise<number[]> {
  const wrong = wishes.find(({ amountMinor }) => !Number.isSafeInteger(amountMinor) || amountMinor <= 0);
  if (wrong) throw new RangeError(`cannot allocate ${wrong.amountMinor}`);
  const orderIds = wishes.map(({ orderId }) => orderId);
  if (new Set(orderIds).size < orderIds.length) throw new RangeError('two amounts for one order');
  const amounts = wishes.map(({ amountMinor }) => amountMinor);
  const rows = await addAllocations(trx, tenantId, orderIds, amounts);
  const taken = new Map(rows.map((row) => [row.id, row.taken]));
  return orderIds.map((id) => taken.get(id) ?? 0);
}

/** Puts an amount on one order. @returns the minor units that it took */
export async function allocateToOrder(
  trx: TenantDb,
  tenantId: number,
  orderId: number,
  amountMinor: number,
): Promise<number> {
  const [taken = 0] = await allocateToOrders(trx, tenantId, [{ orderId, amountMinor }]);
  return taken;
}

/** The number of an order of the payer's, by its guid. @throws CallError NOT_FOUND for one that no link has opened, too */
export async function loadOrderId({ db, tenant, account, orderKey }: PayerContext, guid: string): Promise<number> {
  const id = orderKey
    ? orderKey.orders.find((order) => order.guid === guid.toLowerCase())?.id
    : await findOrderId(db, { tenantId: tenant.id, accountId: account.id }, guid);
  if (id === undefined) throw notFound();
  return id;
}

/** Takes what a payment had put on its orders off them again: they are owed as before. */
export async function takeOffOrders(
  trx: TenantDb,
  tenantId: number,
  parts: readonly { order_id: number; amount_minor: number }[],
): Promise<void> {
  const orderIds = parts.map(({ order_id }) => order_id);
  const amounts = parts.map(({ amount_minor }) => amount_minor);
  if (parts.length > 0) await removeFromOrders(trx, tenantId, orderIds, amounts);
}

/** An order of the session's account with its lines. @throws CallError NOT_FOUND for anybody else's, too */
export async function loadOrder(
  { db, tenant, account }: Pick<AccountContext, 'db' | 'tenant' | 'account'>,
  id: number,
) {
  const [order] = await wholeOrder(db, { tenantId: tenant.id, accountId: account.id, orderId: id });
  if (!order) throw notFound();
  return { order, lines: await linesOfOrder(db, tenant.id, id) };
}

/** A part of the account's orders, the latest tax point first, with how many there are. */
export async function pageOrders({ db, tenant, account, clock }: AccountContext, span: OrderSpan, part: Part) {
  const of = { tenantId: tenant.id, accountId: account.id };
  const { orders, total } = await orderHistory(db, of, span, part);
  const now = clock.now();
  return {
    orders: orders.map((row) => presentOrderSummary(row, tenant.settings.culture, now)),
    ...totalsOf(total, part),
  };
}

/** Whether an account has something outstanding at a site: there it may be paid for, wherever the account's home is. */
export async function owesAt(db: TenantDb, tenantId: number, accountId: number, siteId: number): Promise<boolean> {
  const rows = await outstandingOrders(db, { tenantId, accountId });
  return rows.some((row) => row.site_id === siteId);
}

export interface OutstandingTotals {
  count: number;
  /** Minor units of the tenant's currency, as the others. */
  totalMinor: number;
  /** Due today or earlier, and payable (decision P2.19). */
  dueNowMinor: number;
}

/** What an account owes in all. An order in another currency than the tenant's is counted, but in no sum. */
export async function sumOutstandingOrders(
  db: TenantDb,
  tenant: Tenant,
  accountId: number,
  now: Date,
): Promise<OutstandingTotals> {
  const { culture } = tenant.settings;
  const rows = await outstandingOrders(db, { tenantId: tenant.id, accountId });
  const orders = rows.map((row) => asPayable(row, culture, now));
  const sum = (some: readonly PayableOrder[]) => some.reduce((total, order) => total + order.outstandingMinor, 0);
  return {
    count: orders.length,
    totalMinor: sum(orders.filter((order) => order.currency === culture.isoCurrencyCode)),
    dueNowMinor: sum(orders.filter((order) => order.payable && !order.isFuture)),
  };
}

export interface NewOrder {
  /** Chosen here where none is given. */
  guid?: string;
  accountId: number;
  siteId: number;
  orderType: string;
  boatName: string | null;
  agreementId: number | null;
  createdAt: Date;
  /** `YYYY-MM-DD` */
  taxPointDate: string;
  /** ISO 4217 */
  currency: string;
  cancelledAt?: Date | null;
  lines: readonly NewOrderLine[];
}

/**
 * Stores orders with their lines. An order's total is the sum of its lines, each rounded to whole minor units.
 * @returns the orders' numbers, in the order given
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
    }),
  );
  const lineRows = priced.flatMap(({ lines }, index) =>
    lines.map(
      ({ line, ...amounts }, position): NewLineRow => ({
        order_id: first + index,
        line: position + 1,
        name: line.name,
        quantity: line.quantity,
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
