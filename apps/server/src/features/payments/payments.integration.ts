import {
  getPaymentResource,
  listAllocations,
  listPayments,
} from '@quayside/contract/integration/payments/payment-resources.ts';
import type { Tenant } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import { integrationRoute, type Route } from '../../http/route.ts';
import { answerResource, parsePage, presentPage } from '../integration-rows/integration-rows.exports.ts';
import { presentAllocation, presentPaymentResource, statesOf } from './resources/payment-resources.presenter.ts';
import {
  findPaymentResource,
  pageOfAllocations,
  pageOfPayments,
  type PaymentResourceRow,
} from './resources/payment-resources.queries.ts';

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
    const { account, order, chosen, status, from, to } = args.query;
    if (from !== undefined && to !== undefined && from > to)
      throw new CallError('INVALID_REQUEST', {
        fields: [{ errorCode: 'too_small', fieldName: 'to', allowed: from }],
        values: { field: 'to' },
      });
    const states = status && statesOf(status);
    const rows = await pageOfPayments(db, tenant.id, page, { account, order, chosen, states, from, to });
    return presentPage(rows, page, presentIn(tenant));
  }),
  integrationRoute(getPaymentResource, async (ctx, { params }) => {
    const row = await findPaymentResource(ctx.db, ctx.tenant.id, Number(params.number.slice(1)));
    return answerResource(ctx, row && presentIn(ctx.tenant)(row));
  }),
];
