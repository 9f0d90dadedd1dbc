import { EmailAddress } from '@quayside/contract/shared/common.ts';
import { z } from 'zod';
import { mailsTo } from '../../../features/mail/mail.exports.ts';
import { daysBefore } from '../../../lib/time/durations.ts';
import { command } from '../../lib/command.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';
import { mailLine } from '../../lib/mail-lines.ts';
import { officeTimeZone } from '../../lib/office-clock.ts';

/** Prints the mails to an address, for a customer who has got none. */
export const listMails = command({
  name: 'mail list',
  summary: 'List the mails to an address: when each was sent, why one was refused, and if its link was used.',
  options: z.strictObject({
    tenant: TenantKey,
    to: EmailAddress.meta({ description: 'the e-mail address', value: 'address' }),
    days: z.coerce.number().int().min(1).max(3_650).default(30).meta({
      description: 'how many days back',
      value: 'number',
    }),
  }),
  async run(ctx, { tenant: key, to, days }) {
    const tenant = await findTenant(ctx, key);
    const since = daysBefore(ctx.clock.now(), days);
    const mails = await mailsTo(ctx.database.forTenant(tenant.id), tenant.id, to, since);
    if (mails.length === 0) ctx.say(`No mail went to ${to} in the last ${days} days. Is it the address on file?`);
    const timeZone = await officeTimeZone(ctx, tenant);
    for (const mail of mails) ctx.say(mailLine(mail, timeZone));
    if (mails.length > 0) ctx.say(`All times are those of ${timeZone}.`);
  },
});
