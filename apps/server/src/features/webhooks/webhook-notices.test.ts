import { putAccount } from '@quayside/contract/integration/accounts.ts';
import { getWebhookEndpoint, putWebhookEndpoint } from '@quayside/contract/integration/events/webhooks.ts';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, sampleSettings, type TestTenant } from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import type { HttpClient } from '../../testing/http-client.ts';
import { jobContextOf } from '../../testing/jobs.ts';
import { startMailWorker } from '../../testing/mail-worker.ts';
import { TestMailbox } from '../../testing/mailbox.ts';
import { WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { lookAfterEndpoints, sendWebhooks } from './send-webhooks.service.ts';

const privateHosts = new Set(['127.0.0.1']);
const mailbox = new TestMailbox();
let app: TestApp;
let marina: TestTenant;
let program: HttpClient;
let receiver: WebhookReceiver;
let email: string;
beforeAll(async () => {
  app = await startTestApp({ privateHosts });
});
afterAll(async () => {
  await app.close();
  mailbox.remove();
});
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  email = `${crypto.randomUUID()}@example.com`;
  const settings = sampleSettings({ contact: { ...sampleSettings().contact, email } });
  marina = await makeTenant(app, { name: 'Heron', settings });
  program = await programOf(app, marina);
  receiver = await WebhookReceiver.open();
  receiver.answer = () => 503;
  await put();
  return () => receiver.close();
});

const params = { reference: 'stock-keeping' };
const put = (more: object = {}) => program.call(putWebhookEndpoint, { params, body: { url: receiver.url, ...more } });
const endpoint = async () => (await program.call(getWebhookEndpoint, { params })).body;
const account = (reference: string) =>
  program.call(putAccount, { params: { reference }, body: { site: 1, lastName: 'Sailor' } });
const send = async () => sendWebhooks(await jobContextOf(app, marina.id), 1, { privateHosts, chance: () => 0.5 });
const lookAfter = async () => lookAfterEndpoints(await jobContextOf(app, marina.id));

async function notices(): Promise<string[]> {
  const rows = await marina.db.selectFrom('mails').select('kind').where('tenant_id', '=', marina.id).execute();
  return rows.map(({ kind }) => kind).filter((kind) => kind.startsWith('webhook-'));
}

async function mailToOffice() {
  const worker = await startMailWorker(app, mailbox, privateHosts);
  onTestFinished(() => worker.stop());
  const mail = await mailbox.mailTo(email);
  return { subject: mail.subject, text: mail.text?.replace(/\s+/g, ' ') };
}

test('[API-141] the office hears after two hours that an endpoint fails, where and why', async () => {
  await account('C-1');
  await send();
  app.clock.advance({ hours: 1, minutes: 59 });
  await send();
  await lookAfter();
  expect([await notices(), (await endpoint()).failingSince]).toEqual([[], '2026-05-16T09:00:00.000Z']);
  app.clock.advance({ minutes: 1 });
  await lookAfter();
  await lookAfter();
  expect(await notices()).toEqual(['webhook-failing']);
  const { subject, text } = await mailToOffice();
  expect(subject).toBe('A webhook is failing');
  for (const part of ['for two hours or longer', 'stock-keeping', receiver.url, 'HTTP 503', 'After five days'])
    expect(text).toContain(part);
});

test('[API-141] an outage is told once, and a second one on the next day at the earliest', async () => {
  const outage = async () => {
    receiver.answer = () => 503;
    await account(crypto.randomUUID());
    for (let hours = 0; hours < 6; hours += 2) {
      await send();
      await lookAfter();
      app.clock.advance({ hours: 2 });
    }
    receiver.answer = () => 204;
    await put({ isOn: false });
    await put({ isOn: true });
    await send();
    expect((await endpoint()).failingSince).toBeNull();
    await lookAfter();
  };
  await outage();
  await outage();
  expect(await notices()).toEqual(['webhook-failing']);
  app.clock.advance({ hours: 24 });
  await outage();
  expect(await notices()).toEqual(['webhook-failing', 'webhook-failing']);
});

test('[API-141] an endpoint that works again before the mail is written is not told', async () => {
  await account('C-1');
  await send();
  app.clock.advance({ hours: 3 });
  await lookAfter();
  receiver.answer = () => 204;
  await send();
  expect((await endpoint()).failingSince).toBeNull();
  // The next notice is the first mail that arrives.
  receiver.answer = () => 503;
  await account('C-2');
  await send();
  app.clock.advance({ hours: 6 * 24 });
  await lookAfter();
  expect((await mailToOffice()).subject).toBe('A webhook was switched off');
});

test('[RUN-219] without an address of the office, the operator finds it in the log', async () => {
  const settings = sampleSettings({ contact: { ...sampleSettings().contact, email: '' } });
  marina = await makeTenant(app, { settings });
  program = await programOf(app, marina);
  await put();
  await account('C-1');
  await send();
  const errors = () =>
    app
      .logs()
      .split('\n')
      .filter((line) => line.includes('a webhook needs the office, but the marina has no e-mail address'))
      .map((line) => JSON.parse(line) as { level: number; tenant: string; kind: string })
      .filter(({ tenant }) => tenant === marina.key)
      .map(({ level, kind }) => [level, kind]);
  app.clock.advance({ hours: 3 });
  await lookAfter();
  await lookAfter();
  expect(errors()).toEqual([[50, 'webhook-failing']]);
  app.clock.advance({ days: 5 });
  await lookAfter();
  expect(errors()).toEqual([
    [50, 'webhook-failing'],
    [50, 'webhook-off'],
  ]);
  expect(await notices()).toEqual([]);
});

test('[HOOK-3] the mail to the office names the endpoint that is off, and says what to do', async () => {
  await account('C-1');
  await send();
  app.clock.advance({ hours: 6 * 24 });
  await lookAfter();
  const { subject, text } = await mailToOffice();
  expect(subject).toBe('A webhook was switched off');
  for (const part of [
    'Your server has not accepted events from the portal for five days',
    'stock-keeping',
    receiver.url,
    'turn the endpoint on again with the integration API',
    'Events are kept for 90 days.',
  ])
    expect(text).toContain(part);
});
