import { filledLine } from '@quayside/contract/shared/one-line.ts';
import { z } from 'zod';
import { closePayment as close, paymentReference } from '../../../features/payments/payments.exports.ts';
import { auditOperator } from '../../lib/audit-operator.ts';
import { command, OperatorError } from '../../lib/command.ts';
import { findPayment, PaymentName } from '../../lib/find-payment.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';
import { paymentEngine } from '../../lib/payment-engine.ts';

/** Ends a payment that its provider holds back or does not decide, so that its orders can be paid again. */
export const closePayment = command({
  name: 'payment close',
  summary: 'Close an online payment that its provider does not settle, as not paid. Its orders can be paid again.',
  options: z.strictObject({
    tenant: TenantKey,
    payment: PaymentName,
    reason: filledLine(200).meta({ description: 'why, for the audit trail', value: 'text' }),
    unpaidThere: z.boolean().default(false).meta({
      description: 'you have looked at the provider: it has no money of this payment. Needed if its settings are gone',
    }),
  }),
  async run(ctx, { tenant: key, payment: named, reason, unpaidThere }) {
    const tenant = await findTenant(ctx, key);
    const { id: paymentId, account_id: accountId } = await findPayment(ctx, tenant, named);
    const payment = paymentReference(paymentId);
    const details = { payment, reason, ...(unpaidThere && { unpaidThere }) };
    const refusal = await close(paymentEngine(ctx, tenant), paymentId, {
      isUnpaidThere: unpaidThere,
      record: (trx) => auditOperator(trx, tenant.id, ctx.clock.now(), { event: 'payment.close', accountId, details }),
    });
    if (refusal !== null) throw new OperatorError(`Payment ${payment} is not closed: ${refusal}`);
    ctx.say(`Payment ${payment} is closed as not paid, and its orders can be paid again.`);
    ctx.say('  If its provider reports it as paid later, it counts, and your office gets a mail.');
  },
});
