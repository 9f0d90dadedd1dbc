import type { PaymentDetails } from '@quayside/contract/payments/payment-history.ts';
import { type Part, totalsOf } from '@quayside/contract/shared/paging.ts';
import type { AccountContext } from '../../../http/context.ts';
import { notFound } from '../../../http/errors.ts';
import { showReceiptMail } from '../mails/receipt-mails.service.ts';
import { allocationsOf } from '../payment-orders.queries.ts';
import { presentPaymentDetails, presentPaymentSummary } from '../payments.presenter.ts';
import { findAccountPayment, ordersOfPayments, paymentHistory, type PaymentSpan } from './payment-history.queries.ts';

/** Returns a part of the account's payments, the newest first, with their total number. */
export async function pagePayments(ctx: AccountContext, span: PaymentSpan, part: Part) {
  const { db, tenant, account } = ctx;
  const { payments, total } = await paymentHistory(db, { tenantId: tenant.id, accountId: account.id }, span, part);
  const ids = payments.map(({ id }) => id);
  const orders = await ordersOfPayments(db, tenant.id, ids);
  return {
    payments: payments.map((payment) => presentPaymentSummary(ctx, payment, orders.get(payment.id) ?? [])),
    ...totalsOf(total, part),
  };
}

/**
 * Shows one of the account's payments.
 * @throws CallError NOT_FOUND for somebody else's, and for an attempt that is no payment
 */
export async function showAccountPayment(ctx: AccountContext, id: number): Promise<PaymentDetails> {
  const { db, tenant, account, clock } = ctx;
  const payment = await findAccountPayment(db, { tenantId: tenant.id, accountId: account.id }, id);
  if (!payment) throw notFound();
  const allocations = await allocationsOf(db, tenant.id, [id]);
  const orders = (await ordersOfPayments(db, tenant.id, [id])).get(id) ?? [];
  const receiptMail = await showReceiptMail(ctx, payment);
  const parts = { allocations, orders, accountGuid: account.guid, receiptMail, now: clock.now() };
  return presentPaymentDetails(ctx, payment, parts);
}
