import {
  getOrder,
  getOrderDateRange,
  listOrderHistory,
  listOutstandingOrders,
  type Order,
} from '@quayside/contract/orders/orders.ts';
import { partOf } from '@quayside/contract/shared/paging.ts';
import type { Context } from '../../http/context.ts';
import { accountRoute, type Route } from '../../http/route.ts';
import { requireOrders } from '../tenant/tenant.exports.ts';
import { presentOrder, presentOutstandingOrder } from './orders.presenter.ts';
import { orderDateRange, outstandingOrders } from './orders.queries.ts';
import { loadOrder, pageOrders } from './orders.service.ts';

export type ShowPaymentsOf = (
  ctx: Pick<Context, 'db' | 'tenant' | 'language'>,
  of: { orderId: number; accountId: number },
) => Promise<Order['payments']>;

/**
 * Returns the routes.
 * @param showPaymentsOf shows the payments of an order. Payments know orders, so they are handed in.
 */
export const orderRoutes = (showPaymentsOf: ShowPaymentsOf): Route[] => [
  accountRoute(listOutstandingOrders, async (reader) => {
    const { db, tenant, account, clock } = reader;
    const rows = await outstandingOrders(db, { tenantId: tenant.id, accountId: account.id });
    const shown = { settings: tenant.settings, now: clock.now(), reader };
    return { orders: rows.map((row) => presentOutstandingOrder(row, shown)) };
  }),
  accountRoute(listOrderHistory, (ctx, { query }) =>
    pageOrders(ctx, { ...query, from: query.fromDate, to: query.toDate }, partOf(query)),
  ),
  accountRoute(getOrderDateRange, ({ db, tenant, account }) =>
    orderDateRange(db, { tenantId: tenant.id, accountId: account.id }),
  ),
  accountRoute(getOrder, async (ctx, { params }) => {
    const { settings } = ctx.tenant;
    requireOrders(settings);
    const { order, ...parts } = await loadOrder(ctx, params.id);
    const payments = await showPaymentsOf(ctx, { orderId: order.id, accountId: ctx.account.id });
    const shown = { settings, now: ctx.clock.now(), reader: ctx };
    return { order: presentOrder(order, { ...parts, payments }, shown) };
  }),
];
