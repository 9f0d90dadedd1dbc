import { listOutstandingOrders } from '@quayside/contract/orders.ts';
import { accountRoute, type Route } from '../../http/route.ts';
import { presentOutstandingOrder } from './orders.presenter.ts';
import { outstandingOrders } from './orders.queries.ts';

export const orderRoutes: Route[] = [
  accountRoute(listOutstandingOrders, async ({ db, tenant, account, clock }) => {
    const rows = await outstandingOrders(db, { tenantId: tenant.id, accountId: account.id });
    const now = clock.now();
    return { orders: rows.map((row) => presentOutstandingOrder(row, tenant.settings.culture, now)) };
  }),
];
