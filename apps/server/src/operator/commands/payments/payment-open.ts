import { z } from 'zod';
import { describeOpenPayments } from '../../../features/payments/payments.exports.ts';
import type { Tenant } from '../../../http/context.ts';
import { amountText } from '../../import/given-amount.ts';
import { command } from '../../lib/command.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';

/** Prints what the office has to look at each day, also if a mail about it was lost. */
export const listOpenPayments = command({
  name: 'payment open',
  summary: 'List the payments that are not settled: under way, held back, disputed, or with money on no order.',
  options: z.strictObject({ tenant: TenantKey }),
  async run(ctx, { tenant: key }) {
    const tenant = await findTenant(ctx, key);
    const payments = await describeOpenPayments(ctx.database.forTenant(tenant.id), tenant.id);
    if (payments.length === 0) return ctx.say('Every payment is settled.');
    for (const payment of payments) ctx.say(lineOf(tenant, payment));
    ctx.say('"payment show" says what to do about each.');
  },
});

type OpenPayment = Awaited<ReturnType<typeof describeOpenPayments>>[number];

function lineOf(tenant: Tenant, { number, at, customer, meaning, ...payment }: OpenPayment): string {
  const amount = (minor: number) => amountText(tenant, minor, payment.currency);
  const parts = [
    ...(payment.availableMinor > 0 ? [`${amount(payment.availableMinor)} on no order`] : []),
    ...(payment.disputedMinor > 0 ? [`${amount(payment.disputedMinor)} disputed`] : []),
  ];
  const details = parts.length === 0 ? '' : ` ${parts.join(', ')}.`;
  return `${number}  ${at}  ${amount(payment.wholeMinor)} of customer ${customer}: ${meaning}${details}`;
}
