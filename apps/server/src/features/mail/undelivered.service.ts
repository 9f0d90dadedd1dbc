import type { JobContext } from '../../jobs/context.ts';
import { daysBefore } from '../../lib/time/durations.ts';
import { queueMail } from './mail.service.ts';
import { takeUndelivered } from './undelivered.queries.ts';

/** A mail that waits for longer than this did not arrive. */
const waitsDays = 1;
/** Older mails interest nobody any more. */
const mostDays = 14;

/** Tells the office once of each mail that was refused, or that waits for more than a day. */
export async function tellUndelivered({
  db,
  tenant,
  clock,
}: Pick<JobContext, 'db' | 'tenant' | 'clock'>): Promise<void> {
  const { contact, culture } = tenant.settings;
  if (contact.email === '') return;
  const now = clock.now();
  const times = { now, since: daysBefore(now, mostDays), waitingSince: daysBefore(now, waitsDays) };
  await db.transaction().execute(async (trx) => {
    const mailIds = await takeUndelivered(trx, tenant.id, times);
    if (mailIds.length === 0) return;
    const mail = { kind: 'mails-undelivered', recipient: contact.email, language: culture.defaultLanguage } as const;
    await queueMail(trx, tenant, { ...mail, mailIds }, now);
  });
}
