import { getSummary } from '@quayside/contract/account/dashboard.ts';
import { minorToMajor } from '@quayside/contract/shared/money.ts';
import { accountRoute, type Route } from '../../http/route.ts';
import { listAgreements } from '../agreements/agreements.service.ts';
import { summariseBoats } from '../boats/boats.service.ts';
import { type OutstandingTotals, sumOutstandingOrders } from '../orders/orders.service.ts';
import { availableOfAccount } from '../payments/payments.exports.ts';
import { showsStays } from '../stays/stays.service.ts';
import { listWaitingListItems } from '../waiting-lists/waiting-lists.service.ts';

const nothingOwed: OutstandingTotals = {
  count: 0,
  totalMinor: 0,
  dueMinor: 0,
  payableNowMinor: 0,
  toSignMinor: 0,
  inPaymentMinor: 0,
};

export const dashboardRoutes: Route[] = [
  accountRoute(getSummary, async (ctx) => {
    const { db, tenant, account, clock } = ctx;
    const { culture, permissions, agreementsEnabled } = tenant.settings;
    const [boats, owed, availableMinor, waitingListsItems, outstandingAgreements, hasStays] = await Promise.all([
      summariseBoats(db, tenant.id, account.id),
      // A portal without invoicing mentions no orders (decision P1.3).
      permissions.invoicingEnabled ? sumOutstandingOrders(db, tenant, account.id, clock.now()) : nothingOwed,
      permissions.invoicingEnabled ? availableOfAccount(db, tenant, account.id) : 0,
      permissions.showWaitingLists ? listWaitingListItems(db, tenant.id, account.id) : [],
      agreementsEnabled ? listAgreements(ctx, 'outstanding', { skip: 0, take: 100 }) : [],
      showsStays(ctx),
    ]);
    const inMajor = (minor: number) => minorToMajor(minor, culture.currencyDecimalPlaces);
    return {
      boats,
      numberUnpaidOrders: owed.count,
      totalOutstanding: inMajor(owed.totalMinor),
      totalDue: inMajor(owed.dueMinor),
      totalPayableNow: inMajor(owed.payableNowMinor),
      totalWaitingForSignature: inMajor(owed.toSignMinor),
      totalInPayment: inMajor(owed.inPaymentMinor),
      totalAvailable: inMajor(availableMinor),
      waitingListsItems,
      outstandingAgreements,
      hasStays,
    };
  }),
];
