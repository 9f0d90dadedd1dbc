import { z } from 'zod';
import { describeOpenPayments } from '../../features/payments/payments.exports.ts';
import { amountText } from '../import/given-amount.ts';
import { command } from '../lib/command.ts';
import { findTenant, TenantKey } from '../lib/find-tenant.ts';

/** Prints what the office has to look at each day, also if a mail about it was lost. */
export const listOpenPayments = command({
  name: 'payment open',
  summary: 'List the payments that are not settled: under way, held back, disputed, or with money on no order.',
  options: z.strictObject({ tenant: TenantKey }),
  async run(ctx, { tenant: key }) {
    const tenant = await findTenant(ctx, key);
    const payments = await describeOpenPayments(ctx.database.forTenant(tenant.id), tenant.id);
    if (payments.length === 0) return ctx.say('Every payment is settled.');
    for (const { number, at, customer, currency, wholeMinor, meaning, ...parts } of payments) {
      const { availableMinor, disputedMinor } = parts;
      const amount = (minor: number) => amountText(tenant, minor, currency);
      const more = [
        ...(availableMinor > 0 ? [`${amount(availableMinor)} on no order`] : []),
        ...(disputedMinor > 0 ? [`${amount(disputedMinor)} disputed`] : []),
      ];
      const end = more.length === 0 ? '' : ` ${more.join(', ')}.`;
      ctx.say(`${number}  ${at}  ${amount(wholeMinor)} of customer ${customer}: ${meaning}${end}`);
    }
    ctx.say('"payment show" says what to do about each.');
  },
});
