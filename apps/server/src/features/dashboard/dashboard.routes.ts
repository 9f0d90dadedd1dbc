import { getSummary } from '@quayside/contract/dashboard.ts';
import { minorToMajor } from '@quayside/contract/money.ts';
import { accountRoute, type Route } from '../../http/route.ts';
import { summariseBoats } from '../boats/boats.service.ts';
import { type OutstandingTotals, sumOutstandingOrders } from '../orders/orders.service.ts';

const nothingOwed: OutstandingTotals = { count: 0, totalMinor: 0, dueNowMinor: 0 };

export const dashboardRoutes: Route[] = [
  accountRoute(getSummary, async ({ db, tenant, account, clock }) => {
    const { culture, permissions } = tenant.settings;
    const [boats, owed] = await Promise.all([
      summariseBoats(db, tenant.id, account.id),
      // Without invoicing a portal says nothing of orders (decision P1.3).
      permissions.invoicingEnabled ? sumOutstandingOrders(db, tenant, account.id, clock.now()) : nothingOwed,
    ]);
    return {
      boats,
      numberUnpaidOrders: owed.count,
      totalOutstanding: minorToMajor(owed.totalMinor, culture.currencyDecimalPlaces),
      totalDueNow: minorToMajor(owed.dueNowMinor, culture.currencyDecimalPlaces),
    };
  }),
];
