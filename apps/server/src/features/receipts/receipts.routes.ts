import { emailReceipt, emailReceiptTo, getReceipt } from '@quayside/contract/payments/receipts.ts';
import { CallError } from '../../http/errors.ts';
import { payerRoute, type Route } from '../../http/route.ts';
import { papersFor } from '../papers/papers.service.ts';
import { requireOrders } from '../tenant/tenant.exports.ts';
import { loadReceipt, mailReceipt, receiptPdf } from './receipts.service.ts';

export const receiptRoutes: Route[] = [
  payerRoute(getReceipt, async (ctx, { params }) => {
    const { db, tenant, language } = ctx;
    requireOrders(tenant.settings);
    const receipt = await loadReceipt(db, tenant.id, params.id, ctx);
    return {
      ...(await receiptPdf(tenant, language, receipt, papersFor(ctx, ctx.account.id))),
      disposition: 'inline' as const,
    };
  }),
  payerRoute(emailReceipt, (ctx, { params, body }) => {
    refuseOtherPayment(params.id, body.paymentId);
    return mailReceipt(ctx, params.id, body.email ?? null);
  }),
  payerRoute(emailReceiptTo, (ctx, { params, body }) => {
    refuseOtherPayment(params.id, body.paymentId);
    return mailReceipt(ctx, params.id, body.email);
  }),
];

/** Refuses a path and a body that name two payments: one of them would be ignored silently. */
function refuseOtherPayment(id: number, paymentId = id): void {
  if (paymentId !== id) throw new CallError('INVALID_REQUEST', { values: { field: 'paymentId' } });
}
