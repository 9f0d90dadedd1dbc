import { z } from 'zod';
import { mailsAbout } from '../../../features/mail/mail.exports.ts';
import { orderName } from '../../../features/orders/orders.exports.ts';
import { describePayment } from '../../../features/payments/payments.exports.ts';
import { amountText } from '../../import/given-amount.ts';
import { command } from '../../lib/command.ts';
import { findPayment, PaymentName } from '../../lib/find-payment.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';
import { mailLine } from '../../lib/mail-lines.ts';

/** Prints what the office needs when a customer asks about a payment. */
export const showPayment = command({
  name: 'payment show',
  summary: 'Show one payment: customer, orders, what happened to it and when, its mails, and what to do.',
  options: z.strictObject({ tenant: TenantKey, payment: PaymentName }),
  async run(ctx, { tenant: key, payment: named }) {
    const tenant = await findTenant(ctx, key);
    const db = ctx.database.forTenant(tenant.id);
    const { id } = await findPayment(ctx, tenant, named);
    const facts = await describePayment(db, tenant, id);
    const amount = (minor: number) => amountText(tenant, minor, facts.currency);
    const { whole, ...parts } = facts.amounts;
    ctx.say(`Payment ${facts.number} of ${amount(whole)}${facts.isTest ? ', a test payment' : ''}: ${facts.meaning}`);
    if (facts.reason !== null) ctx.say(`  reason: ${facts.reason}`);
    ctx.say(`  customer: ${facts.customer}`);
    ctx.say(`  paid by: ${facts.by}`);
    for (const { what, name } of facts.names) ctx.say(`  ${what}: ${name}`);
    for (const order of facts.orders)
      ctx.say(`  order ${orderName(order)}: ${amount(order.on_minor)} on it, ${amount(order.chosen_minor)} chosen`);
    for (const [what, minor] of Object.entries(parts)) if (minor > 0) ctx.say(`  ${what}: ${amount(minor)}`);
    ctx.say('What happened:');
    for (const { at, event, meaning } of facts.steps) ctx.say(`  ${at}  ${event}: ${meaning}`);
    const mails = await mailsAbout(db, tenant.id, facts.mailed, facts.madeAt);
    if (mails.length > 0) ctx.say('Mails:');
    for (const mail of mails) ctx.say(`  ${mailLine(mail, facts.timeZone)}`);
    if (facts.nextSteps.length > 0) ctx.say('What to do:');
    for (const line of facts.nextSteps) ctx.say(`  ${line}`);
  },
});
