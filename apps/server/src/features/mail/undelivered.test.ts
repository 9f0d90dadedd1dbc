import { afterAll, beforeAll, expect, test } from 'vitest';
import { day, hour } from '../../lib/time/durations.ts';
import { makeTenant, sampleSettings } from '../../testing/factories/factories.ts';
import { jobContextOf } from '../../testing/jobs.ts';
import { type MailApp, startMailApp } from '../../testing/mail-app.ts';
import { TestMailbox } from '../../testing/mailbox.ts';
import { insertMail } from './mail.queries.ts';
import { tellUndelivered } from './undelivered.service.ts';

const mailbox = new TestMailbox();
let app: MailApp;
beforeAll(async () => {
  app = await startMailApp(mailbox);
});
afterAll(() => app.close());

test('the office is told once of mails that were refused or wait for a day, and of no others', async () => {
  const office = `${crypto.randomUUID()}@example.com`;
  const settings = sampleSettings({ contact: { ...sampleSettings().contact, email: office } });
  const marina = await makeTenant(app, { name: 'Heron', settings });
  const now = app.clock.now();
  let id = 1_000;
  const leave = (recipient: string, ageMs: number, end: { sent_at?: Date; failed_at?: Date } = {}) =>
    insertMail(marina.db, {
      tenant_id: marina.id,
      id: ++id,
      message_id: `${crypto.randomUUID()}@test`,
      kind: 'password-reset',
      recipient,
      language: 'en-GB',
      payload: '{}',
      account_id: null,
      consent_group_id: null,
      unsubscribe_token: null,
      created_at: new Date(now.getTime() - ageMs),
      sent_at: null,
      failed_at: null,
      failure: null,
      ...end,
    });
  await leave('refused@example.com', hour, { failed_at: now });
  await leave('waits-long@example.com', 25 * hour);
  await leave('waits@example.com', hour);
  await leave('arrived@example.com', 2 * day, { sent_at: now });
  await leave('long-ago@example.com', 20 * day, { failed_at: now });
  const tell = async () => tellUndelivered(await jobContextOf(app, marina.id));
  await tell();
  const mail = await mailbox.mailTo(office);
  expect(mail.subject).toBe('Some e-mails did not arrive');
  const text = mail.text?.replace(/\s+/g, ' ') ?? '';
  expect(text).toMatch(/refused@example\.com:? Refused, e-mail of/);
  expect(text).toMatch(/waits-long@example\.com:? Not delivered yet, e-mail of/);
  for (const other of ['waits@', 'arrived@', 'long-ago@']) expect(text).not.toContain(other);
  await tell();
  const notices = await marina.db.selectFrom('mails').select('id').where('recipient', '=', office).execute();
  expect(notices).toHaveLength(1);
});
