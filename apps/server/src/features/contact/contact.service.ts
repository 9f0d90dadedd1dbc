import { takeNumbers } from '../../db/sql/numbers.ts';
import type { CallLimit } from '../../http/limits/call-limits.ts';
import type { AccountContext } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import type { JobContext } from '../../jobs/context.ts';
import { daysBefore, hour } from '../../lib/time/durations.ts';
import { keepOpenAccount } from '../account/account.exports.ts';
import { recordEvents } from '../events/events.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { presentMessageResource } from './contact.presenter.ts';
import { contactProblem, readContactText } from './contact-text.rules.ts';
import { deleteOldMessages, findSiteEmail, insertContactMessage } from './contact.queries.ts';
import { findMessage } from './message-answers.queries.ts';

export const contactLimit: CallLimit = { name: 'contact', per: 'account', max: 10, windowMs: hour };

/** Stores a message of the session's account, and mails it to the office if that has an address. */
export async function sendContactMessage(ctx: AccountContext, text: string): Promise<void> {
  const { db, tenant, account, clock, language } = ctx;
  const contact = readContactText(text);
  const problem = contactProblem(contact);
  if (problem) throw new CallError('INVALID_REQUEST', { values: { field: problem } });
  const now = clock.now();
  const { lookups, contact: office, culture } = tenant.settings;
  const recipient = (await findSiteEmail(db, tenant.id, account.siteId)) || office.email;
  await db.transaction().execute(async (trx) => {
    await keepOpenAccount(trx, tenant.id, account.id);
    const id = await takeNumbers(trx, tenant.id, 'contact-message');
    await insertContactMessage(trx, {
      tenant_id: tenant.id,
      id,
      account_id: account.id,
      ...contact,
      subject_code: lookups.contactUsSubjects.find((code) => code === contact.subject) ?? null,
      language,
      created_at: now,
    });
    const message = await findMessage(trx, tenant.id, id);
    if (!message) throw new Error(`message ${id} was stored and is not there`);
    const object = presentMessageResource(message);
    await recordEvents(trx, tenant.id, [{ type: 'message.received', reference: null, object }], now);
    if (recipient === '') return;
    const mail = { kind: 'contact-message', recipient, language: culture.defaultLanguage } as const;
    await queueMail(trx, tenant, { ...mail, contactMessageId: id }, now);
  });
}

/** Short statements keep other writers waiting for less. */
const atMost = 1_000;

/** For a job: deletes the messages that the marina keeps no longer. */
export async function sweepMessages({ db, tenant, clock }: JobContext): Promise<void> {
  const before = daysBefore(clock.now(), tenant.settings.retention.messageDays);
  while ((await deleteOldMessages(db, tenant.id, before, atMost)) === atMost);
}
