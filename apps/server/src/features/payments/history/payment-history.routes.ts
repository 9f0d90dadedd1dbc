import {
  getAccountPayment,
  getPaymentDateRange,
  listPaymentHistory,
} from '@quayside/contract/payments/payment-history.ts';
import { partOf } from '@quayside/contract/shared/paging.ts';
import { accountRoute, type Route } from '../../../http/route.ts';
import { paymentDateRange } from './payment-history.queries.ts';
import { pagePayments, showAccountPayment } from './payment-history.service.ts';

export const paymentHistoryRoutes: Route[] = [
  accountRoute(listPaymentHistory, (ctx, { query }) =>
    pagePayments(ctx, { ...query, from: query.fromDate, to: query.toDate }, partOf(query)),
  ),
  accountRoute(getPaymentDateRange, ({ db, tenant, account }) =>
    paymentDateRange(db, { tenantId: tenant.id, accountId: account.id }),
  ),
  accountRoute(getAccountPayment, async (ctx, { params }) => ({ payment: await showAccountPayment(ctx, params.id) })),
];
