import { z } from 'zod';
import { findNamedAccounts } from '../../../features/account/account.exports.ts';
import { mailsAbout } from '../../../features/mail/mail.exports.ts';
import { describeOrder, orderName } from '../../../features/orders/orders.exports.ts';
import { describePaymentsOfOrder } from '../../../features/payments/payments.exports.ts';
import { findDeadAgreement } from '../../../features/quick-pay/quick-pay.exports.ts';
import type { Tenant } from '../../../http/context.ts';
import { amountText } from '../../import/given-amount.ts';
import { command, type OperatorContext } from '../../lib/command.ts';
import { findOrder, OrderName } from '../../lib/find-order.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';
import { mailLine } from '../../lib/mail-lines.ts';
import { tellDeadAgreement } from './pay-link.ts';

/** Prints what the office needs when a customer asks about an order. */
export const showOrder = command({
  name: 'order show',
  summary: 'Show one order: what is owed, all payments and attempts for it, its mails, and why it can’t be paid.',
  options: z.strictObject({ tenant: TenantKey, order: OrderName }),
  async run(ctx, { tenant: key, order: wanted }) {
    const tenant = await findTenant(ctx, key);
    const db = ctx.database.forTenant(tenant.id);
    const found = await findOrder(ctx, tenant, wanted);
    const order = await describeOrder(db, tenant, found, ctx.clock.now());
    const amount = (minor: number) => amountText(tenant, minor, order.currency);
    ctx.say(`Order ${orderName(found)} of ${amount(order.grossMinor)}, due on ${order.dueOn}: ${order.status}`);
    ctx.say(`  ${order.description}`);
    const [account] = await findNamedAccounts(db, tenant.id, { reference: null, number: found.account_id });
    ctx.say(
      `  customer: ${account?.titledFullName} (${[found.account_id, account?.reference ?? []].flat().join(', ')})`,
    );
    if (order.invoiceNumber !== null) ctx.say(`  invoice: ${order.invoiceNumber}`);
    ctx.say(`  paid: ${amount(order.paidMinor)}, to pay: ${amount(order.outstandingMinor)}`);
    if (order.creditedMinor > 0) ctx.say(`  credited: ${amount(order.creditedMinor)}`);
    if (order.refundedMinor > 0) ctx.say(`  refunded: ${amount(order.refundedMinor)}`);
    await sayPayments(ctx, tenant, found.id);
    const mails = await mailsAbout(db, tenant.id, [{ orderId: found.id }], order.createdAt);
    if (mails.length > 0) ctx.say('Mails:');
    for (const mail of mails) ctx.say(`  ${mailLine(mail, order.timeZone)}`);
    for (const line of await whyNotPayable(ctx, tenant, found, order)) ctx.say(line);
  },
});

async function sayPayments(ctx: OperatorContext, tenant: Tenant, orderId: number): Promise<void> {
  const payments = await describePaymentsOfOrder(ctx.database.forTenant(tenant.id), tenant.id, orderId);
  ctx.say(payments.length === 0 ? 'Nobody has tried to pay it.' : 'Payments ("payment show" tells more):');
  for (const { number, at, currency, wholeMinor, onOrderMinor, meaning, reason } of payments) {
    const amount = (minor: number) => amountText(tenant, minor, currency);
    const sums = `${amount(wholeMinor)}, ${amount(onOrderMinor)} on this order`;
    ctx.say(`  ${number}  ${at}  ${sums}: ${meaning}${reason === null ? '' : ` (${reason})`}`);
  }
}

type Order = Awaited<ReturnType<typeof describeOrder>>;

/** Says why nobody can pay the order now. Nothing if somebody can, or nothing is owed. */
async function whyNotPayable(
  ctx: OperatorContext,
  tenant: Tenant,
  named: Parameters<typeof orderName>[0],
  order: Order,
): Promise<string[]> {
  if (order.isCancelled) return ['It is cancelled, so nobody can pay it.'];
  if (order.outstandingMinor === 0) return [];
  if (order.heldBy !== null) return [`It waits for the payment ${order.heldBy}: see "payment show".`];
  if (order.toSign === null) return [];
  const dead = await findDeadAgreement(ctx.database.forTenant(tenant.id), {
    tenant,
    orderId: named.id,
    now: ctx.clock.now(),
  });
  return [
    dead === undefined ? `Its agreement has to be signed first: ${order.toSign}.` : tellDeadAgreement(named, dead),
  ];
}
