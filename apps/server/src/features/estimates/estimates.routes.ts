import {
  answerEstimate,
  emailEstimate,
  getEstimate,
  getEstimateDateRange,
  getEstimateDocument,
  listEstimates,
} from '@quayside/contract/orders/estimates.ts';
import { partOf } from '@quayside/contract/shared/paging.ts';
import { accountRoute, type Route } from '../../http/route.ts';
import { papersFor } from '../papers/papers.service.ts';
import { prepareAnswer } from './answer-estimate.service.ts';
import { findAnswer } from './estimate-answers.queries.ts';
import { presentEstimate } from './estimates.presenter.ts';
import { estimateDateRange } from './estimates.queries.ts';
import { estimatePdf, loadOwnEstimate, mailEstimate, pageEstimates } from './estimates.service.ts';

export const estimateRoutes: Route[] = [
  accountRoute(listEstimates, (ctx, { query }) => {
    const { fromDate: from, toDate: to, statusFilter: filter = 'Active', search, sort } = query;
    return pageEstimates(ctx, { from, to, filter, search, sort }, partOf(query));
  }),
  accountRoute(getEstimateDateRange, ({ db, tenant, account }) => estimateDateRange(db, tenant.id, account.id)),
  accountRoute(getEstimate, async (ctx, { params }) => {
    const { estimate, lines } = await loadOwnEstimate(ctx, params.id);
    const answer = await findAnswer(ctx.db, ctx.tenant.id, estimate.id);
    return { estimate: presentEstimate(estimate, lines, answer, ctx.tenant.settings) };
  }),
  accountRoute(answerEstimate, async (ctx, { params, body }) => ({
    agreementGuid: await prepareAnswer(ctx, params.id, body.answer),
  })),
  accountRoute(emailEstimate, (ctx, { params }) => mailEstimate(ctx, params.id)),
  accountRoute(getEstimateDocument, async (ctx, { params }) => {
    const whole = await loadOwnEstimate(ctx, params.id);
    const file = await estimatePdf(ctx.tenant, ctx.language, whole, papersFor(ctx, ctx.account.id));
    return { ...file, disposition: 'inline' as const };
  }),
];
