import { putAccount } from '@quayside/contract/integration/accounts.ts';
import {
  listWebhookDeliveries,
  putWebhookEndpoint,
  replayWebhook,
} from '@quayside/contract/integration/events/webhooks.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import type { HttpClient } from '../../testing/http-client.ts';
import { jobContextOf } from '../../testing/jobs.ts';
import { WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { lookAfterEndpoints, sendWebhooks } from './send-webhooks.service.ts';

const privateHosts = new Set(['127.0.0.1']);
let app: TestApp;
let marina: TestTenant;
let program: HttpClient;
let receiver: WebhookReceiver;
beforeAll(async () => {
  app = await startTestApp({ privateHosts });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  marina = await makeTenant(app);
  program = await programOf(app, marina);
  receiver = await WebhookReceiver.open();
  await put({});
  return () => receiver.close();
});

const params = { reference: 'erp' };
const put = (more: object) => program.call(putWebhookEndpoint, { params, body: { url: receiver.url, ...more } });
const account = (reference: string) =>
  program.call(putAccount, { params: { reference }, body: { site: 1, lastName: 'Sailor' } });
const send = async () => sendWebhooks(await jobContextOf(app, marina.id), 1, { privateHosts, chance: () => 0.5 });
const deliveries = async (state: 'waiting' | 'failed') =>
  (await program.call(listWebhookDeliveries, { params, query: { state } })).body.items;
const received = () => receiver.received.map(({ event }) => event.reference);

/** Makes twelve customers, whose events are `C-0` to `C-11`. */
async function twelveEvents(): Promise<string[]> {
  const names = Array.from({ length: 12 }, (_, index) => `C-${index}`);
  for (const name of names) await account(name);
  return names;
}

/** Lets every request fail, each four hours. */
async function failFor(days: number): Promise<void> {
  receiver.answer = () => 503;
  for (let hours = 0; hours < days * 24; hours += 4) {
    await send();
    app.clock.advance({ hours: 4 });
  }
}

test('[API-138] a new event is sent before those of a replay', async () => {
  await twelveEvents();
  await send();
  receiver.received.length = 0;
  await program.call(replayWebhook, { params, body: { from: 1, to: 12 } });
  await account('C-new');
  await send();
  expect(received()).toHaveLength(13);
  expect(received().indexOf('C-new')).toBeLessThan(4);
});

test('[API-138] a new event is sent before those of the time when the endpoint was off', async () => {
  await put({ isOn: false });
  await twelveEvents();
  app.clock.advance({ hours: 1 });
  await account('C-new');
  await put({ isOn: true });
  await send();
  expect(received()).toHaveLength(13);
  expect(received().indexOf('C-new')).toBeLessThan(4);
});

test('[API-138] a new event is sent before those that failed', async () => {
  receiver.answer = ({ event }) => (event.reference === 'C-accepted' ? 204 : 503);
  await twelveEvents();
  await account('C-accepted');
  await send();
  app.clock.advance({ hours: 1 });
  receiver.answer = () => 204;
  receiver.received.length = 0;
  await account('C-new');
  await send();
  expect(received()).toHaveLength(13);
  expect(received().indexOf('C-new')).toBeLessThan(4);
});

test.each([
  ['when it accepts events again', []],
  ['when it is turned on', [{ isOn: true }]],
  ['when the office turns it off and on', [{ isOn: false }, { isOn: true }]],
])('[API-139] an endpoint that failed for five days gets every event of these days %s', async (_, changes) => {
  const names = await twelveEvents();
  await failFor(5);
  expect(await deliveries('failed')).toHaveLength(12);
  const isOff = changes.length === 1;
  if (isOff) await lookAfterEndpoints(await jobContextOf(app, marina.id));
  receiver.answer = () => 204;
  receiver.received.length = 0;
  await account('C-new');
  for (const change of changes) await put(change);
  await send();
  expect(new Set(received())).toEqual(new Set([...names, 'C-new']));
  expect([await deliveries('failed'), await deliveries('waiting')]).toEqual([[], []]);
});

test('[API-139] an endpoint that is turned on gets its events tried for three days more, not once', async () => {
  await twelveEvents();
  await failFor(5);
  await put({ isOn: false });
  await put({ isOn: true });
  await send();
  expect(await deliveries('waiting')).toHaveLength(12);
});

test('[API-139] an event that alone was refused for three days is not sent again after a short outage', async () => {
  await account('C-refused');
  const refuses = (name: string | null) => (name === 'C-refused' ? 422 : 204);
  receiver.answer = ({ event }) => refuses(event.reference);
  for (let hours = 0; hours < 80; hours += 4) {
    await send();
    await account(`C-${hours}`);
    app.clock.advance({ hours: 4 });
  }
  expect(await deliveries('failed')).toHaveLength(1);
  receiver.answer = () => 503;
  await send();
  app.clock.advance({ hours: 4 });
  receiver.answer = () => 204;
  await put({ isOn: false });
  await put({ isOn: true });
  await send();
  expect((await deliveries('failed')).map(({ state }) => state)).toEqual(['failed']);
});
