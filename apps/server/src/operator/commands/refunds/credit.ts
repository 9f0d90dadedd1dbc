import { filledLine, ownReference } from '@quayside/contract/shared/one-line.ts';
import { z } from 'zod';
import { type Credit, creditOrder } from '../../../features/invoices/invoices.exports.ts';
import { orderName } from '../../../features/orders/orders.exports.ts';
import { PaymentCameMeanwhile } from '../../../features/payments/payments.exports.ts';
import type { Tenant } from '../../../http/context.ts';
import { amountText, givenAmount } from '../../import/given-amount.ts';
import { auditOperator } from '../../lib/audit-operator.ts';
import { command, type OperatorContext, OperatorError } from '../../lib/command.ts';
import { findOrder, OrderName } from '../../lib/find-order.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';

/** Credits an order, or a part of it, by a credit note. */
export const creditCommand = command({
  name: 'credit',
  summary: 'Credit an order, or a part of it, by a credit note. What was paid beyond becomes available.',
  options: z.strictObject({
    tenant: TenantKey,
    order: OrderName,
    reference: ownReference.meta({
      description: 'your own reference of the credit note; the same one twice is one credit note',
      value: 'reference',
    }),
    amount: z.string().optional().meta({
      description: 'a part, tax included (default: all that is not credited yet)',
      value: 'amount',
    }),
    reason: filledLine(200).optional().meta({
      description: 'what it is for, in the words of the credit note',
      value: 'text',
    }),
    number: filledLine(60).optional().meta({
      description: "the credit note's number (default: the next one of the marina's series)",
      value: 'number',
    }),
  }),
  async run(ctx, { tenant: key, order: wanted, amount, number, reference, reason = '' }) {
    const tenant = await findTenant(ctx, key);
    const order = await findOrder(ctx, tenant, wanted);
    const amountMinor = amount === undefined ? null : givenAmount(tenant, 'amount', amount, order.currency);
    const credit = { reference, orderId: order.id, amountMinor, reason, number: number ?? null };
    const { note, isNew, freedMinor } = await store(ctx, tenant, credit, order.account_id);
    const ofOrder = (minor: number) => amountText(tenant, minor, order.currency);
    ctx.say(
      `Credit note ${note.invoice_number} of ${ofOrder(-note.gross_minor)} for order ${orderName(order)} ` +
        `${isNew ? 'is made' : 'was made before'}. It is order ${orderName({ id: note.id, reference })}.`,
    );
    if (freedMinor > 0) ctx.say(`  taken off its payments: ${ofOrder(freedMinor)}`);
  },
});

/** Stores the credit note. A payment that came onto the order at the same moment makes it begin again. */
async function store(ctx: OperatorContext, tenant: Tenant, credit: Credit, accountId: number) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await storeOnce(ctx, tenant, credit, accountId);
    } catch (error) {
      if (!(error instanceof PaymentCameMeanwhile) || tries === 5) throw error;
    }
  }
}

async function storeOnce(ctx: OperatorContext, tenant: Tenant, credit: Credit, accountId: number) {
  const now = ctx.clock.now();
  return ctx.database
    .forTenant(tenant.id)
    .transaction()
    .execute(async (trx) => {
      const credited = await creditOrder(trx, tenant, credit, now);
      if (credited.refusal !== null) throw new OperatorError(`Nothing is credited: ${credited.refusal}`);
      const { orderId, reference, reason } = credit;
      const details = { order: orderId, number: credited.note.invoice_number, reference, reason };
      if (credited.isNew) await auditOperator(trx, tenant.id, now, { event: 'order.credit', accountId, details });
      return credited;
    });
}
