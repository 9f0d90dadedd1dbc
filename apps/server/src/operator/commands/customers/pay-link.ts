import { z } from 'zod';
import { orderName } from '../../../features/orders/orders.exports.ts';
import { mailPayLink } from '../../../features/quick-pay/quick-pay.exports.ts';
import type { Tenant } from '../../../http/context.ts';
import { auditOperator } from '../../lib/audit-operator.ts';
import { command, type OperatorContext, OperatorError } from '../../lib/command.ts';
import { findOrder, OrderName } from '../../lib/find-order.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';
import { portalOf } from '../../lib/portal-of.ts';
import { paidMaybe } from '../../lib/refuse-if-maybe-paid.ts';

/** Prints the address where anybody can pay an order, for the office's letters, or mails it to the customer. */
export const payLink = command({
  name: 'pay-link',
  summary: 'Print the address where an order can be paid without signing in, or mail it to its customer.',
  options: z.strictObject({
    tenant: TenantKey,
    order: OrderName,
    mail: z.boolean().default(false).meta({ description: "also e-mail it to the customer's address on file" }),
  }),
  async run(ctx, { tenant: key, order: wanted, mail }) {
    const tenant = await findTenant(ctx, key);
    const order = await findOrder(ctx, tenant, wanted);
    const portal = await portalOf(ctx, tenant);
    if (mail) ctx.say(`An e-mail is on its way to ${await send(ctx, tenant, order)}.`);
    ctx.say(`${portal}/quick-pay/${order.guid}`);
  },
});

/** Says why an order that waits for this agreement can't be paid, and what to do. */
export const tellDeadAgreement = (order: Parameters<typeof orderName>[0], agreement: string) =>
  `Order ${orderName(order)} waits for agreement ${agreement}, which nobody can sign any more: it is withdrawn, its ` +
  'last day is over, or agreements are switched off. Name another agreement at the order, or none.';

/** @returns the address that the mail goes to */
async function send(
  ctx: OperatorContext,
  tenant: Tenant,
  order: { id: number; reference: string | null },
): Promise<string> {
  const now = ctx.clock.now();
  return ctx.database
    .forTenant(tenant.id)
    .transaction()
    .execute(async (trx) => {
      const queued = await mailPayLink(trx, tenant, order.id, now);
      if (queued === 'nothing-owed') throw new OperatorError(`Order ${orderName(order)} has nothing left to pay.`);
      if (queued === 'no-address')
        throw new OperatorError(`The customer of order ${orderName(order)} has no e-mail address on file.`);
      if ('heldBy' in queued) throw paidMaybe(order, queued.heldBy);
      if (!('recipient' in queued)) throw new OperatorError(tellDeadAgreement(order, queued.deadAgreement));
      const { accountId, recipient } = queued;
      await auditOperator(trx, tenant.id, now, { event: 'pay-link.mail', accountId, details: { order: order.id } });
      return recipient;
    });
}
