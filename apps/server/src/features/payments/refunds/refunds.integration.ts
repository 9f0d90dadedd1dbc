import type { CallArguments } from '@quayside/contract/shared/call.ts';
import { createRefund, getRefund, listRefunds } from '@quayside/contract/integration/payments/refunds.ts';
import type { IntegrationContext } from '../../../http/context.ts';
import { CallError, notFound } from '../../../http/errors.ts';
import { integrationRoute, type Route } from '../../../http/route.ts';
import { auditRequest } from '../../audit/audit.service.ts';
import {
  answerResource,
  minorOfAmount,
  parsePage,
  presentPage,
} from '../../integration-rows/integration-rows.exports.ts';
import { decimalPlacesOf } from '../../tenant/tenant.exports.ts';
import { findPaymentResource } from '../resources/payment-resources.queries.ts';
import { refundPayment, type RefundRefusal } from './refund.service.ts';
import { presentRefund } from './refunds.presenter.ts';
import { findRefundByReference, pageOfRefunds } from './refunds.queries.ts';

/** The calls of the integration API that refund payments, as the operator's command `refund` does. */
export const refundIntegrationRoutes = (visibilityMs: number): Route[] => [
  integrationRoute(listRefunds, async (ctx, args) => {
    const payment = await paymentOf(ctx, args.params.number);
    const page = parsePage(listRefunds, args);
    const rows = await pageOfRefunds(ctx.db, ctx.tenant.id, payment.id, page);
    return presentPage(rows, page, (row) => presentRefund(row, ctx.tenant, payment));
  }),
  integrationRoute(getRefund, async (ctx, { params }) => {
    const payment = await paymentOf(ctx, params.number);
    const refund = await findRefundByReference(ctx.db, ctx.tenant.id, params.reference);
    return answerResource(
      ctx,
      refund?.payment_id === payment.id ? presentRefund(refund, ctx.tenant, payment) : undefined,
    );
  }),
  integrationRoute(createRefund, (ctx, args) => refund(ctx, args, visibilityMs)),
];

async function paymentOf({ db, tenant }: IntegrationContext, number: string) {
  const payment = await findPaymentResource(db, tenant.id, Number(number.slice(1)));
  if (!payment) throw notFound();
  return payment;
}

/** No transaction is open meanwhile: the refund is committed before its provider is called. */
async function refund(
  ctx: IntegrationContext,
  { params, body }: CallArguments<typeof createRefund>,
  visibilityMs: number,
) {
  const { tenant, key } = ctx;
  // A copy whose clock is right could take a refund that this one has just stored for one that was lost.
  if (!ctx.clock.isTrusted) throw new CallError('UNAVAILABLE', { retryAfter: 30 });
  const payment = await paymentOf(ctx, params.number);
  const { reference } = body;
  const reason = body.reason ?? '';
  const places = decimalPlacesOf(payment.currency, tenant.settings.culture);
  const amountMinor = minorOfAmount(body.amount ?? null, places);
  const request = { paymentId: payment.id, amountMinor, reason, reference };
  const refunded = await refundPayment({ ...ctx, visibilityMs }, request, (trx, stored) =>
    auditRequest(
      { ...ctx, db: trx },
      {
        event: 'payment.refund',
        actor: { kind: 'integration', key: key.id, name: key.name },
        accountId: payment.account_id,
        details: { payment: params.number, reason, reference, minor: stored.amountMinor },
      },
    ),
  );
  if (refunded.refusal !== null) throw refusalOf(refunded.refusal);
  if (refunded.isNew) ctx.answerCreated();
  return presentRefund(refunded.refund, tenant, payment);
}

/** The seconds after which another try makes sense: most refunds are known by then, and a provider may be back. */
const again = { underWay: 10, away: 60 } as const;

function refusalOf(refusal: RefundRefusal): CallError {
  switch (refusal.is) {
    case 'of-office':
      return refused('', 'the office took it: give the money back yourself, and import the payment with reversed_on.');
    case 'not-refundable-here':
      return refused('', 'its provider can’t refund it here: refund it in the provider’s own pages.');
    case 'not-paid':
      return refused('', 'it is not paid.');
    case 'reference-taken':
      return refused('reference', 'it is the reference of another refund: choose another one.');
    case 'more-than-left':
      return refused(
        'amount',
        'it is more than is left of the payment: read its amount, refunded, disputed and reversed.',
      );
    case 'under-way':
    case 'twin':
      return new CallError('REFUND_UNDER_WAY', { retryAfter: again.underWay });
    case 'provider-away':
      return new CallError('PROVIDER_UNAVAILABLE', { variant: 'refund', retryAfter: again.away });
  }
}

const refused = (fieldName: '' | 'reference' | 'amount', message: string) =>
  new CallError('ROW_REFUSED', {
    fields: [{ errorCode: 'refused', fieldName, message }],
    values: { field: fieldName },
  });
