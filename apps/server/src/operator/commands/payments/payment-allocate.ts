import { z } from 'zod';
import { orderName } from '../../../features/orders/orders.exports.ts';
import { paymentReference, putAvailableOnOrder } from '../../../features/payments/payments.exports.ts';
import { givenAmount, amountText } from '../../import/given-amount.ts';
import { auditOperator } from '../../lib/audit-operator.ts';
import { command, OperatorError } from '../../lib/command.ts';
import { findOrder, OrderName } from '../../lib/find-order.ts';
import { findPayment, PaymentName } from '../../lib/find-payment.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';

/** Puts money that is available on an order of its customer. */
export const allocatePayment = command({
  name: 'payment allocate',
  summary: "Put a customer's available money on one of their orders.",
  options: z.strictObject({
    tenant: TenantKey,
    order: OrderName,
    payment: PaymentName.optional().meta({
      description: "the payment whose money to use, such as P000031 (default: all of the customer's, the oldest first)",
      value: 'payment',
    }),
    amount: z.string().optional().meta({
      description: 'the most to put there (default: what the order owes)',
      value: 'amount',
    }),
  }),
  async run(ctx, { tenant: key, order: wanted, payment: named, amount }) {
    const tenant = await findTenant(ctx, key);
    const order = await findOrder(ctx, tenant, wanted);
    const { id, account_id: accountId, currency } = order;
    const name = orderName(order);
    const payment = named === undefined ? null : await findPayment(ctx, tenant, named);
    if (payment && payment.account_id !== accountId)
      throw new OperatorError(`Payment ${paymentReference(payment.id)} is of another account than order ${name}.`);
    const now = ctx.clock.now();
    const placement = {
      order: { id, accountId, currency },
      paymentId: payment?.id ?? null,
      mostMinor: amount === undefined ? null : givenAmount(tenant, 'amount', amount, currency),
    };
    const parts = await ctx.database
      .forTenant(tenant.id)
      .transaction()
      .execute(async (trx) => {
        const placed = await putAvailableOnOrder(trx, tenant, placement, now);
        if (placed.refusal !== null) throw new OperatorError(`Nothing is changed: ${placed.refusal}`);
        const payments = placed.parts.map(({ paymentId }) => paymentReference(paymentId));
        await auditOperator(trx, tenant.id, now, {
          event: 'payment.allocate',
          accountId,
          details: { order: id, payments },
        });
        return placed.parts;
      });
    for (const { paymentId, minor } of parts)
      ctx.say(`${amountText(tenant, minor, currency)} of payment ${paymentReference(paymentId)} is on order ${name}.`);
  },
});
