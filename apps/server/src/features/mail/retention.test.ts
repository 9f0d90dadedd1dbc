import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeAccount, makeTenant, sampleSettings, type TestTenant } from '../../testing/factories/factories.ts';
import { makeMessage } from '../../testing/factories/messages.ts';
import { runRecurring } from '../../testing/jobs.ts';

let app: TestApp;
const now = new Date('2026-05-16T09:00:00Z');

beforeAll(async () => {
  app = await startTestApp();
  app.clock.set(now.toISOString());
});
afterAll(() => app.close());

const daysAgo = (days: number, plusMs = 0) => new Date(now.getTime() - days * 86_400_000 + plusMs);

async function sweep(tenant: TestTenant): Promise<void> {
  for (const name of ['sweep-mails', 'sweep-messages', 'sweep-provider-events'])
    await runRecurring(app, tenant.id, name);
}

/** Adds mails, messages and events around the end of the time for which each is kept. */
async function fill(tenant: TestTenant, days: { mail: number; message: number; event: number }): Promise<void> {
  const { id: tenant_id, db } = tenant;
  const account = await makeAccount(tenant);
  const mail = { tenant_id, kind: 'receipt', recipient: 'robin@example.com', language: 'en-GB', payload: '{}' };
  const ends = [
    { recipient: 'sent long ago', sent_at: daysAgo(days.mail, -1) },
    { recipient: 'refused long ago', failed_at: daysAgo(days.mail, -1), failure: '550' },
    { recipient: 'still kept', sent_at: daysAgo(days.mail) },
    { recipient: 'still waiting' },
  ];
  for (const [index, end] of ends.entries()) {
    const id = index + 1;
    const row = { sent_at: null, failed_at: null, failure: null, created_at: daysAgo(days.mail, -2), ...end };
    await db
      .insertInto('mails')
      .values({ ...mail, id, message_id: `${id}@example.com`, ...row })
      .execute();
  }
  const owner = { tenantId: tenant_id, accountId: account.id };
  const answered = { message: 'answered later', sentAt: daysAgo(days.message, -3_600_000), answers: ['Yes.'] };
  await makeMessage(db, owner, { message: 'old', sentAt: daysAgo(days.message, -7_200_000), answers: ['No.'] });
  await makeMessage(db, owner, answered);
  await makeMessage(db, owner, { message: 'new', sentAt: daysAgo(days.message) });
  const event = { tenant_id, provider_key: 'paysafe', kind: 'x', merchant_ref_number: null, handled_at: null };
  for (const [index, received_at] of [daysAgo(days.event, -1), daysAgo(days.event)].entries())
    await db
      .insertInto('provider_events')
      .values({ ...event, id: index + 1, event_id: String(index), received_at })
      .execute();
}

const leftIn = async ({ db }: TestTenant) => ({
  mails: (await db.selectFrom('mails').select('recipient').orderBy('id').execute()).map((row) => row.recipient),
  messages: (await db.selectFrom('contact_messages').select('message').orderBy('id').execute()).map(
    (row) => row.message,
  ),
  answers: (await db.selectFrom('message_answers').select('answer').execute()).map((row) => row.answer),
  events: (await db.selectFrom('provider_events').select('event_id').execute()).map((row) => row.event_id),
});

const kept = {
  mails: ['still kept', 'still waiting'],
  messages: ['answered later', 'new'],
  answers: ['Yes.'],
  events: ['1'],
};

test('mails, messages and provider events go when the marina keeps them no longer', async () => {
  const usual = await makeTenant(app);
  const retention = { mailDays: 40, messageDays: 50, providerEventDays: 60 };
  const short = await makeTenant(app, { settings: sampleSettings({ retention }) });
  await fill(usual, { mail: 730, message: 1_095, event: 30 });
  await fill(short, { mail: 40, message: 50, event: 60 });
  await sweep(short);
  expect(await leftIn(short)).toEqual(kept);
  expect((await leftIn(usual)).mails).toHaveLength(4);
  await sweep(usual);
  expect(await leftIn(usual)).toEqual(kept);
});
