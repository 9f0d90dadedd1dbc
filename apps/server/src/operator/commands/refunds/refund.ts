import { RefundReference } from '@quayside/contract/integration/payments/refunds.ts';
import { filledLine } from '@quayside/contract/shared/one-line.ts';
import { z } from 'zod';
import { paymentReference, refundPayment, type RefundRefusal } from '../../../features/payments/payments.exports.ts';
import { amountText, givenAmount } from '../../import/given-amount.ts';
import { auditOperator } from '../../lib/audit-operator.ts';
import { command, OperatorError } from '../../lib/command.ts';
import { findPayment, PaymentName } from '../../lib/find-payment.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';
import { paymentEngine } from '../../lib/payment-engine.ts';

/** Refunds an online payment, or a part of it, through its provider. */
export const refundCommand = command({
  name: 'refund',
  summary: 'Refund an online payment, or a part of it, through its provider.',
  options: z.strictObject({
    tenant: TenantKey,
    payment: PaymentName,
    amount: z.string().optional().meta({ description: 'a part (default: all that is left of it)', value: 'amount' }),
    reason: filledLine(200).optional().meta({
      description: 'why, for the audit trail; some providers show it to the customer',
      value: 'text',
    }),
    reference: RefundReference.optional().meta({
      description: 'your own reference; the same one twice is one refund',
      value: 'reference',
    }),
  }),
  async run(ctx, { tenant: key, payment: named, amount, reason = '', reference = null }) {
    const tenant = await findTenant(ctx, key);
    const { id: paymentId, account_id: accountId, currency } = await findPayment(ctx, tenant, named);
    const amountMinor = amount === undefined ? null : givenAmount(tenant, 'amount', amount, currency);
    const request = { paymentId, amountMinor, reason, reference };
    const payment = paymentReference(paymentId);
    const refunded = await refundPayment(paymentEngine(ctx, tenant), request, (trx, stored) =>
      auditOperator(trx, tenant.id, ctx.clock.now(), {
        event: 'payment.refund',
        accountId,
        details: { payment, reason, reference: stored.reference, minor: stored.amountMinor },
      }),
    );
    const amountOf = (minor: number) => amountText(tenant, minor, currency);
    if (refunded.refusal !== null)
      throw new OperatorError(`Payment ${payment} is not refunded: ${whyNot(refunded.refusal, amountOf)}`);
    const { refund, isNew, isTooEarly = false } = refunded;
    const what = `${amountOf(refund.amount_minor)} of payment ${payment}`;
    if (refund.state === 'refused')
      throw new OperatorError(
        `Its provider refuses to refund ${what} (${refund.error_code}). Nothing has moved. ` +
          whatNext(isTooEarly, reference !== null),
      );
    ctx.say(
      `${what} ${said[refund.state]}${isNew ? '' : ' (asked for before)'}. Its reference is ${refund.reference}.`,
    );
  },
});

function whatNext(isTooEarly: boolean, isNamed: boolean): string {
  if (!isTooEarly) return 'The code is the provider’s: its own pages say more, and may refund it.';
  return `It is too early: ask for it again tomorrow${isNamed ? ', under another --reference' : ''}.`;
}

type Amount = (minor: number) => string;

function whyNot(refusal: RefundRefusal, amount: Amount): string {
  switch (refusal.is) {
    case 'of-office':
      return 'the office took it. Take it back with "payment reverse", and record what you keep.';
    case 'not-refundable-here':
      return 'its provider can’t refund it here. Refund it at the provider.';
    case 'not-paid':
      return 'it is not paid.';
    case 'provider-away':
      return 'its provider does not answer. Try again later.';
    case 'reference-taken':
      return `the reference ${refusal.reference} is of another refund. Choose another one.`;
    case 'under-way':
      return 'another refund of it is under way. Try again when that one is known.';
    case 'more-than-left':
      return moreThanLeft(refusal, amount);
    case 'twin':
      return (
        `the same amount of it was refunded within the last minute (${refusal.reference}). ` +
        'To refund it again, name this refund with --reference.'
      );
  }
}

function moreThanLeft({ leftMinor, disputedMinor }: { leftMinor: number; disputedMinor: number }, amount: Amount) {
  const left = `that is more than is left of it, ${amount(Math.max(leftMinor, 0))}.`;
  if (disputedMinor === 0) return left;
  return `${left} A bank holds ${amount(disputedMinor)} in a dispute: wait for its decision.`;
}

const said = {
  done: 'is refunded',
  pending: 'is refunded; the bank has not confirmed it yet',
  sent: 'is on its way; the server finds out if the provider did it, within minutes',
  unknown: 'may be refunded: the answer was lost. The server finds out, within minutes. Do not ask for it again',
};
