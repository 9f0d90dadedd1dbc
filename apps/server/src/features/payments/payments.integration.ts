import { getPaymentResource, listAllocations, listPayments } from '@quayside/contract/integration/payment-resources.ts';
import type { Tenant } from '../../http/context.ts';
import { integrationRoute, type Route } from '../../http/route.ts';
import { answerResource, parsePage, presentPage } from '../integration-rows/integration-rows.exports.ts';
import { presentAllocation, presentPaymentResource, statesOf } from './payment-resources.presenter.ts';
import {
  findPaymentResource,
  pageOfAllocations,
  pageOfPayments,
  type PaymentResourceRow,
} from './payment-resources.queries.ts';

const presentIn = (tenant: Tenant) => (row: PaymentResourceRow) => presentPaymentResource(row, tenant);

/** The calls of the integration API that read payments. */
export const paymentIntegrationRoutes: Route[] = [
  integrationRoute(listAllocations, async ({ db, tenant }, args) => {
    const page = parsePage(listAllocations, args);
    const rows = await pageOfAllocations(db, tenant.id, page, args.query);
    return presentPage(rows, page, (row) => presentAllocation(row, tenant));
  }),
  integrationRoute(listPayments, async ({ db, tenant }, args) => {
    const page = parsePage(listPayments, args);
    const { account, order, status } = args.query;
    const states = status && statesOf(status);
    return presentPage(await pageOfPayments(db, tenant.id, page, { account, order, states }), page, presentIn(tenant));
  }),
  integrationRoute(getPaymentResource, async (ctx, { params }) => {
    const row = await findPaymentResource(ctx.db, ctx.tenant.id, Number(params.number.slice(1)));
    return answerResource(ctx, row && presentIn(ctx.tenant)(row));
  }),
];
