import { getOrder, listOutstandingOrders } from '@quayside/contract/orders.ts';
import { showsOrders } from '@quayside/contract/tenant.ts';
import { CallError } from '../../http/errors.ts';
import { accountRoute, type Route } from '../../http/route.ts';
import { showPaymentsOfOrder } from '../payments/payments.service.ts';
import { presentOrder, presentOutstandingOrder } from './orders.presenter.ts';
import { outstandingOrders } from './orders.queries.ts';
import { loadOrder } from './orders.service.ts';

export const orderRoutes: Route[] = [
  accountRoute(listOutstandingOrders, async ({ db, tenant, account, clock }) => {
    const rows = await outstandingOrders(db, { tenantId: tenant.id, accountId: account.id });
    const now = clock.now();
    return { orders: rows.map((row) => presentOutstandingOrder(row, tenant.settings.culture, now)) };
  }),
  accountRoute(getOrder, async (ctx, { params }) => {
    const { settings } = ctx.tenant;
    if (!showsOrders(settings))
      throw new CallError('FEATURE_DISABLED', { values: { permission: 'showAccountActivity' } });
    const { order, lines } = await loadOrder(ctx, params.id);
    const payments = await showPaymentsOfOrder(ctx, params.id);
    return { order: presentOrder(order, { lines, payments }, settings.culture, ctx.clock.now()) };
  }),
];
