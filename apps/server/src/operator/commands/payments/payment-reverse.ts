import { filledLine } from '@quayside/contract/shared/one-line.ts';
import { z } from 'zod';
import {
  findOfficePayment,
  paymentReference,
  paymentsByName,
  reverseOfficePayment,
  siteOfOffice,
} from '../../../features/payments/payments.exports.ts';
import { recordOrderEvents } from '../../../features/orders/orders.exports.ts';
import { siteDay } from '../../../features/tenant/tenant.exports.ts';
import type { Tenant } from '../../../http/context.ts';
import { auditOperator } from '../../lib/audit-operator.ts';
import { command, type OperatorContext, OperatorError } from '../../lib/command.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';

/** Takes a payment of the office back: a cheque that bounced, a direct debit that came back, a mistake. */
export const reversePayment = command({
  name: 'payment reverse',
  summary: 'Reverse a payment that the office recorded. Its orders owe the money again.',
  options: z.strictObject({
    tenant: TenantKey,
    // A payment of an earlier release may have a reference that is refused today.
    reference: z
      .string()
      .trim()
      .min(1, 'is empty')
      .meta({ description: 'your own reference of the payment, or its number, such as P000031', value: 'reference' }),
    on: z.iso
      .date('give a day such as 2026-05-16')
      .optional()
      .meta({ description: 'the day at the site (default: today)', value: 'day' }),
    reason: filledLine(200).optional().meta({ description: 'why, for the audit trail', value: 'text' }),
  }),
  async run(ctx, { tenant: key, reference, on, reason = '' }) {
    const tenant = await findTenant(ctx, key);
    const db = ctx.database.forTenant(tenant.id);
    const payment = await officePaymentOf(ctx, tenant, reference);
    const now = ctx.clock.now();
    const site = await siteOfOffice(db, tenant.id, payment.account_id, payment.site_id);
    const today = siteDay(now, site?.time_zone ?? 'UTC');
    if (on !== undefined && on > today) throw new OperatorError('--on: is a day to come');
    if (on !== undefined && on < (payment.paid_on ?? '')) throw new OperatorError('--on: is before the payment');
    const isNew = await db.transaction().execute(async (trx) => {
      const engine = { tenant, clock: ctx.clock };
      if (!(await reverseOfficePayment(trx, engine, payment.id, on ?? today))) return false;
      await recordOrderEvents(trx, tenant, now);
      const details = { payment: paymentReference(payment.id), reference: payment.reference, reason };
      const { account_id: accountId } = payment;
      await auditOperator(trx, tenant.id, now, { event: 'payment.reverse', accountId, details });
      return true;
    });
    ctx.say(`Payment ${paymentReference(payment.id)} ${isNew ? 'is reversed' : 'was reversed before'}.`);
  },
});

/** Finds a payment of the office by its reference, else by the number that customers see. */
async function officePaymentOf(ctx: OperatorContext, tenant: Tenant, name: string) {
  const db = ctx.database.forTenant(tenant.id);
  const referred = await findOfficePayment(db, tenant.id, name);
  if (referred) return referred;
  const [numbered] = await paymentsByName(db, tenant.id, name);
  if (!numbered) throw new OperatorError(`${tenant.name} has recorded no payment "${name}".`);
  const payment = numbered.reference && (await findOfficePayment(db, tenant.id, numbered.reference));
  if (payment) return payment;
  const number = paymentReference(numbered.id);
  throw new OperatorError(`Payment ${number} was paid online. Give it back with: refund --payment ${number}`);
}
