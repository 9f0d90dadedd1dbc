import { z } from 'zod';
import { type LinkedThing, mailLink } from '../../../features/mail-links/mail-links.service.ts';
import { findDeadAgreement } from '../../../features/quick-pay/quick-pay.exports.ts';
import type { Tenant } from '../../../http/context.ts';
import { auditOperator } from '../../lib/audit-operator.ts';
import { command, type OperatorContext, OperatorError } from '../../lib/command.ts';
import { findAccount } from '../../lib/find-account.ts';
import { findAgreement } from '../../lib/find-agreement.ts';
import { findOrder } from '../../lib/find-order.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';
import { portalOf } from '../../lib/portal-of.ts';
import { refuseIfMaybePaid } from '../../lib/refuse-if-maybe-paid.ts';
import { tellDeadAgreement } from './pay-link.ts';

const options = z.strictObject({
  tenant: TenantKey,
  order: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'to pay this order, by your reference or its number', value: 'order' }),
  agreement: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'to sign this agreement, by your reference or its number', value: 'agreement' }),
  documents: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "to hand in this account's documents, by your reference or its number", value: 'account' }),
});

/** Asks a customer for one thing by e-mail. Only the mail has the link, so it isn't printed. */
export const mailLinkTo = command({
  name: 'mail-link',
  summary: 'E-mail a customer a short link, which works once: to pay an order, sign an agreement or upload documents.',
  options,
  async run(ctx, { tenant: key, ...wanted }) {
    const tenant = await findTenant(ctx, key);
    const thing = await find(ctx, tenant, wanted);
    const db = ctx.database.forTenant(tenant.id);
    // The mail is written later, and needs the address then.
    await portalOf(ctx, tenant);
    const now = ctx.clock.now();
    const recipient = await db.transaction().execute(async (trx) => {
      const queued = await mailLink(trx, tenant, thing, now);
      if (queued === 'no-address') throw new OperatorError('That customer has no e-mail address on file.');
      const { accountId, isOpen, isOver } = queued;
      if (!isOpen) throw new OperatorError('There is nothing left to do: it is paid, cancelled, signed or withdrawn.');
      if (isOver)
        throw new OperatorError(
          `The last day to sign agreement ${wanted.agreement} is over. ` +
            'Import it with a later sign_by, or make another agreement.',
        );
      if ('orderId' in thing) {
        const dead = await findDeadAgreement(trx, { tenant, orderId: thing.orderId, now });
        if (dead !== undefined)
          throw new OperatorError(tellDeadAgreement(await findOrder(ctx, tenant, wanted.order ?? ''), dead));
      }
      await auditOperator(trx, tenant.id, now, { event: 'mail-link.mail', accountId, details: { ...thing } });
      return queued.recipient;
    });
    ctx.say(`An e-mail is on its way to ${recipient}.`);
  },
});

async function find(
  ctx: OperatorContext,
  tenant: Tenant,
  { order, agreement, documents }: Omit<z.output<typeof options>, 'tenant'>,
): Promise<LinkedThing> {
  if ([order, agreement, documents].filter((one) => one !== undefined).length !== 1)
    throw new OperatorError('Give one of --order, --agreement and --documents.');
  if (documents !== undefined) return { accountId: (await findAccount(ctx, tenant, documents)).id };
  if (order !== undefined) {
    const found = await findOrder(ctx, tenant, order);
    await refuseIfMaybePaid(ctx, tenant, found);
    return { orderId: found.id };
  }
  return { agreementId: (await findAgreement(ctx, tenant, agreement ?? '')).id };
}
