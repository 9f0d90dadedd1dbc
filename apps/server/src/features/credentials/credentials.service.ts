import type { JobContext } from '../../jobs/context.ts';
import { day } from '../../lib/time/durations.ts';
import { queueMail } from '../mail/mail.service.ts';
import { credentialsWithEnd } from './credential-ends.service.ts';
import { storeNotice } from './credential-notices.queries.ts';
import { type EndingCredential, tellWatchers } from './watch-credentials.service.ts';

/** The office is told this many days before an end. */
const stages = [1, 7, 30];

/** Tells the office of keys and certificates that end soon: once at each stage, all in one mail. */
export async function lookAfterCredentials({
  db,
  tenant,
  clock,
}: Pick<JobContext, 'db' | 'tenant' | 'clock'>): Promise<void> {
  const now = clock.now();
  const credentials = await credentialsWithEnd({ db, tenant }, now);
  tellWatchers({ tenant: tenant.key, credentials });
  const { contact, culture } = tenant.settings;
  const ending = credentials.flatMap((credential) => {
    const days = stageOf(credential, now);
    return days === undefined ? [] : [{ ...credential, days }];
  });
  if (contact.email === '' || ending.length === 0) return;
  await db.transaction().execute(async (trx) => {
    const references: string[] = [];
    for (const { kind, reference, endsAt, days } of ending) {
      const isNew = await storeNotice(trx, {
        tenant_id: tenant.id,
        kind,
        reference,
        ends_at: endsAt,
        days,
        told_at: now,
      });
      if (isNew) references.push(reference);
    }
    if (references.length === 0) return;
    const mail = { kind: 'credentials-ending', recipient: contact.email, language: culture.defaultLanguage } as const;
    await queueMail(trx, tenant, { ...mail, references }, now);
  });
}

/** Returns the smallest stage that has begun; undefined if none has. */
const stageOf = ({ endsAt }: Pick<EndingCredential, 'endsAt'>, now: Date) =>
  stages.find((days) => endsAt.getTime() - now.getTime() <= days * day);
