import { putAccount } from '@quayside/contract/integration/accounts.ts';
import {
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookDeliveries,
  putWebhookEndpoint,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
} from '@quayside/contract/integration/events/webhooks.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { auditOf } from '../../testing/audit.ts';
import { makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import { makeIntegrationKey, programOf } from '../../testing/factories/integration.ts';
import { codeOf, type HttpClient } from '../../testing/http-client.ts';
import { jobContextOf } from '../../testing/jobs.ts';
import { type Received, WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { lookAfterEndpoints, sendWebhooks } from './send-webhooks.service.ts';
import { signedHeaders } from './signature.rules.ts';

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
  return () => receiver.close();
});

const params = { reference: 'erp' };
const put = (body: object) => program.call(putWebhookEndpoint, { params, body: body as never });
const open = async (more: object = {}) => (await put({ url: receiver.url, ...more })).body;
const account = (reference: string, lastName = 'Sailor') =>
  program.call(putAccount, { params: { reference }, body: { site: 1, lastName } });
const context = () => jobContextOf(app, marina.id);
const send = async () => sendWebhooks(await context(), 1, { privateHosts, chance: () => 0.5 });
const deliveries = async () => (await program.call(listWebhookDeliveries, { params, query: {} })).body.items;
const namesOf = (received: readonly Received[]) => received.map(({ event }) => event.reference);

describe('an endpoint', () => {
  test('[HOOK-2] tells its secret once, and is in the audit trail', async () => {
    const made = await put({ url: receiver.url });
    expect([made.status, made.body.secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
    expect((await put({ url: receiver.url })).body.secret).toBeNull();
    expect((await program.call(getWebhookEndpoint, { params })).body).toMatchObject({ secret: null, isOn: true });
    const [stored] = await marina.db.selectFrom('webhook_endpoints').select('secrets').execute();
    expect(JSON.stringify(stored)).not.toContain(made.body.secret?.slice(6));
    expect((await auditOf(marina)).map(({ event }) => event)).toEqual(['key.created', 'webhook.created']);
  });

  test('[HOOK-2] is removed with its deliveries, gets nothing more, and can be created again', async () => {
    await open();
    await account('C-1');
    await send();
    await account('C-2');
    expect((await program.call(deleteWebhookEndpoint, { params })).body).toMatchObject({ url: receiver.url });
    await send();
    expect(namesOf(receiver.received)).toEqual(['C-1']);
    expect(codeOf(await program.call(getWebhookEndpoint, { params }))).toBe('404 NOT_FOUND');
    expect(codeOf(await program.call(deleteWebhookEndpoint, { params }))).toBe('404 NOT_FOUND');
    const made = await put({ url: receiver.url });
    expect([made.status, made.body.secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
    expect(await deliveries()).toEqual([]);
    expect((await auditOf(marina)).map(({ event }) => event)).toContain('webhook.deleted');
  });

  test('[HOOK-2] is set up, and sent events again, only by keys that may read the events themselves', async () => {
    const writer = await programOf(app, marina, { scopes: ['webhooks:write'] });
    const refusal = { status: 403, body: { responseStatus: { meta: { scope: 'events:read' } } } };
    const body = { url: receiver.url } as never;
    expect(await writer.call(putWebhookEndpoint, { params, body })).toMatchObject(refusal);
    await account('C-1', 'Secretname');
    await open();
    const elsewhere = { url: `${receiver.url}/elsewhere` } as never;
    expect(await writer.call(putWebhookEndpoint, { params, body: elsewhere })).toMatchObject(refusal);
    expect(await writer.call(replayWebhook, { params, body: { from: 1, to: 1 } })).toMatchObject(refusal);
    await send();
    expect(receiver.received).toEqual([]);
    const reader = await programOf(app, marina, { scopes: ['webhooks:write', 'events:read'] });
    expect((await reader.call(replayWebhook, { params, body: { from: 1, to: 1 } })).body).toEqual({ events: 1 });
    await send();
    expect(namesOf(receiver.received)).toEqual(['C-1']);
    expect((await writer.call(listWebhookDeliveries, { params, query: {} })).text).not.toContain('Secretname');
  });

  test('[HOOK-2] has an address on the public internet by https, unless the operator allows it', async () => {
    for (const url of ['http://erp.example.com', 'https://10.0.0.1/x', 'https://localhost/x', 'nothing'])
      expect(codeOf(await put({ url })), url).toBe('400 INVALID_REQUEST');
    expect((await put({ url: 'https://erp.example.com' })).status).toBe(201);
  });

  test('[HOOK-2] is not called if its name leads into a private network, or if the operator forbids it', async () => {
    await open();
    await account('C-1');
    await sendWebhooks(await context(), 1, { privateHosts: new Set(), chance: () => 0.5 });
    expect([receiver.received, (await deliveries())[0]?.problem]).toEqual([
      [],
      expect.stringContaining('not be called'),
    ]);
    // The name of this machine: it resolves to an address that is not public, at each connection.
    const url = 'https://ip6-localhost.localdomain/hooks';
    await marina.db.updateTable('webhook_endpoints').set({ url, resume_at: null }).execute();
    app.clock.advance({ hours: 1 });
    await send();
    expect((await deliveries())[0]).toMatchObject({ state: 'waiting', attempts: 2, status: null });
  });
});

describe('the sent request', () => {
  test('[HOOK-2] is the event as GET events shows it, signed; with two signatures during a rotation', async () => {
    const { secret } = await open();
    await account('C-1');
    await send();
    const { body: rotated } = await program.call(rotateWebhookSecret, { params, body: { overlapHours: 1 } });
    await account('C-2');
    await send();
    app.clock.advance({ hours: 1 });
    await account('C-3');
    await send();
    const old = secret ?? '';
    const current = rotated.secret ?? '';
    const signers = [[old], [current, old], [current]];
    for (const [index, { headers, body, event }] of receiver.received.entries()) {
      const now = new Date(Number(headers['webhook-timestamp']) * 1_000);
      const expected = (signers[index] ?? []).map(
        (each) => signedHeaders({ current: each, previous: null }, { id: event.id, body, now })['webhook-signature'],
      );
      expect(headers).toMatchObject({ 'webhook-id': event.id, 'webhook-signature': expected.join(' ') });
    }
    expect(namesOf(receiver.received)).toEqual(['C-1', 'C-2', 'C-3']);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      type: 'account.created',
      timestamp: '2026-05-16T09:00:00.000Z',
      data: { sequence: 1, reference: 'C-1', object: { lastName: 'Sailor' } },
    });
  });

  test('[HOOK-2] are the chosen types, from the endpoint’s first day on', async () => {
    await account('C-0');
    await open({ types: ['account.changed'] });
    await account('C-1');
    await account('C-1', 'Seaman');
    await send();
    expect(receiver.received.map(({ event }) => event.type)).toEqual(['account.changed']);
  });

  test('[HOOK-3] a test event goes to its endpoint alone, with any types', async () => {
    await open({ types: ['order.paid'] });
    await program.call(putWebhookEndpoint, { params: { reference: 'other' }, body: { url: receiver.url } });
    const { body } = await program.call(testWebhook, { params });
    await send();
    await sendWebhooks(await context(), 2, { privateHosts, chance: () => 0.5 });
    expect(receiver.received.map(({ event }) => event.id)).toEqual([body.event]);
  });
});

describe('an endpoint that fails', () => {
  test('[HOOK-3] is tried again with the same id until it takes the event; the answer is kept up to 2 kB', async () => {
    await open();
    receiver.answer = () => 500;
    receiver.text = 'x'.repeat(5_000);
    await account('C-1');
    await send();
    await send();
    expect(await deliveries()).toMatchObject([
      { state: 'waiting', attempts: 1, status: 500, answer: 'x'.repeat(2_048) },
    ]);
    app.clock.advance({ seconds: 5 });
    receiver.answer = () => 200;
    await send();
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 2, status: 200, nextAt: null }]);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  test.each([
    ['by another address', [{}]],
    ['when it is turned on', [{ isOn: false }, { isOn: true }]],
  ])('[HOOK-3] what waits after two days of failures is sent at once %s', async (_, changes) => {
    await open();
    receiver.answer = () => 500;
    await account('C-1');
    for (let hour = 0; hour < 48; hour += 4) {
      await send();
      app.clock.advance({ hours: 4 });
    }
    await send();
    const mended = await WebhookReceiver.open();
    onTestFinished(() => mended.close());
    const url = changes.length === 1 ? mended.url : receiver.url;
    receiver.answer = () => 204;
    receiver.received.length = 0;
    for (const change of changes) await put({ url, ...change });
    await send();
    expect(namesOf([...receiver.received, ...mended.received])).toEqual(['C-1']);
  });

  test('[HOOK-3] half of the time has every event in the end', async () => {
    await open();
    let count = 0;
    receiver.answer = () => ((count += 1) % 2 === 0 ? 204 : 503);
    const names = Array.from({ length: 12 }, (_, index) => `C-${index}`);
    for (const name of names) await account(name);
    for (let round = 0; round < 20; round += 1) {
      await send();
      app.clock.advance({ minutes: 10 });
    }
    expect(new Set((await deliveries()).map(({ state }) => state))).toEqual(new Set(['delivered']));
    expect(new Set(namesOf(receiver.received))).toEqual(new Set(names));
  });

  test('[HOOK-3] three days of failures lose no event; five days turn it off and mail the office', async () => {
    await open();
    receiver.answer = () => 410;
    await account('C-1');
    for (let hours = 0; hours < 80; hours += 4) {
      await send();
      app.clock.advance({ hours: 4 });
    }
    expect(await deliveries()).toMatchObject([{ state: 'failed' }]);
    app.clock.advance({ hours: 40 });
    await lookAfterEndpoints(await context());
    await lookAfterEndpoints(await context());
    expect((await program.call(getWebhookEndpoint, { params })).body).toMatchObject({
      isOn: false,
      offReason: 'failing',
    });
    const mails = await marina.db.selectFrom('mails').select(['kind', 'recipient']).execute();
    expect(mails).toEqual([{ kind: 'webhook-off', recipient: 'office@example.com' }]);
    receiver.answer = () => 204;
    receiver.received.length = 0;
    await account('C-2');
    await send();
    expect(receiver.received).toEqual([]);
    await put({ url: receiver.url, isOn: true });
    const backwards = await program.call(replayWebhook, { params, body: { from: 2, to: 1 } });
    expect(backwards.status).toBe(400);
    expect(backwards.body.responseStatus?.errors).toMatchObject([{ errorCode: 'too_small', fieldName: 'to' }]);
    const again = await program.call(replayWebhook, { params, body: { from: 1, to: 1 } });
    await send();
    expect([again.body, namesOf(receiver.received).toSorted((a, b) => String(a).localeCompare(String(b)))]).toEqual([
      { events: 1 },
      ['C-1', 'C-2'],
    ]);
  });

  test('[HOOK-3] deliveries are listed in pages, by state, the newest first', async () => {
    await open();
    for (const name of ['C-1', 'C-2', 'C-3']) await account(name);
    await send();
    const list = async (query: object) => (await program.call(listWebhookDeliveries, { params, query })).body;
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.next });
    expect([...first.items, ...second.items].map(({ sequence }) => sequence)).toEqual([3, 2, 1]);
    expect([second.next, (await list({ state: 'failed' })).items]).toEqual([null, []]);
    const query = { state: 'delivered', cursor: first.next ?? '' } as const;
    expect(codeOf(await program.call(listWebhookDeliveries, { params, query }))).toBe('400 INVALID_REQUEST');
  });
});

test('[HOOK-2] a marina’s endpoint is no other’s', async () => {
  await open();
  const other = await programOf(app, await makeTenant(app));
  expect(codeOf(await other.call(getWebhookEndpoint, { params }))).toBe('404 NOT_FOUND');
  const weak = await programOf(app, marina, { scopes: ['events:read'] });
  expect(codeOf(await weak.call(getWebhookEndpoint, { params }))).toBe('403 SCOPE_MISSING');
});

/** Makes a folder for the guide's program that takes webhooks. It keeps its secret there. */
function listenerFolder(): string {
  const guide = readFileSync(join(import.meta.dirname, '../../../../../docs/integrating/README.md'), 'utf8');
  const [, program = ''] = /^```js listen\.mjs\n([\s\S]*?)^```/m.exec(guide) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'quayside-listen-'));
  writeFileSync(join(folder, 'listen.mjs'), program);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the guide's program until it listens. @returns what it has printed so far, and a function that ends it */
async function runListener(cwd: string, key: string, url = app.url) {
  const env = { ...process.env, QUAYSIDE_URL: url, QUAYSIDE_KEY: key, PORT: '0' };
  const child = spawn(process.execPath, ['listen.mjs'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const stop = async () => {
    child.kill();
    await exit;
  };
  onTestFinished(stop);
  const state = () => (child.exitCode === null ? output : `ended with ${child.exitCode}`);
  await expect.poll(state, { timeout: 60_000 }).toMatch(/^ended|Listening\n/);
  expect(state()).toContain('Listening\n');
  return { printed: () => output, stop };
}

/** Opens an address that passes calls on to the application. The answer of a PUT waits until `meanwhile` is done. */
async function holdPuts(meanwhile: () => Promise<unknown>): Promise<string> {
  const server = createServer((request, response) => {
    const pass = async () => {
      const { authorization = '', 'content-type': type = '' } = request.headers;
      const { method = '', url = '' } = request;
      const headers = { authorization, 'content-type': type };
      const answer = await fetch(`${app.url}${url}`, { method, headers, body: await text(request) });
      if (method === 'PUT') await meanwhile();
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    };
    pass().catch((error: unknown) => response.destroy(error as Error));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('[HOOK-2] [RUN-12] the guide’s program takes signed events as it is written, and no others', async () => {
  app.clock.set(new Date().toISOString());
  const { printed } = await runListener(listenerFolder(), (await makeIntegrationKey(app, marina)).text);
  await account('C-1');
  await send();
  await expect.poll(printed, { timeout: 60_000 }).toContain('account.created: C-1\n');
  const { url } = (await program.call(getWebhookEndpoint, { params: { reference: 'quick-start' } })).body;
  const body = JSON.stringify({ type: 'order.paid', data: { reference: 'O-1' } });
  const now = app.clock.now();
  const forged = signedHeaders({ current: 'whsec_c2VjcmV0', previous: null }, { id: 'x', body, now });
  expect((await fetch(url, { method: 'POST', headers: forged, body })).status).toBe(400);
  expect(printed()).not.toContain('order.paid');
});

test('[HOOK-2] [RUN-12] the guide’s program loses no event that comes before the answer of its PUT', async () => {
  app.clock.set(new Date().toISOString());
  const { text: key } = await makeIntegrationKey(app, marina);
  const folder = listenerFolder();
  const first = await runListener(
    folder,
    key,
    await holdPuts(async () => {
      await account('C-1');
      await send();
    }),
  );
  const own = { params: { reference: 'quick-start' }, query: {} };
  const [refused] = (await program.call(listWebhookDeliveries, own)).body.items;
  expect(refused).toMatchObject({ state: 'waiting', status: 503 });
  app.clock.set(new Date(app.clock.now().getTime() + 60_000).toISOString());
  await send();
  await expect.poll(first.printed, { timeout: 60_000 }).toContain('account.created: C-1\n');
  await first.stop();

  await account('C-2');
  const second = await runListener(folder, key, await holdPuts(send));
  await expect.poll(second.printed, { timeout: 60_000 }).toContain('account.created: C-2\n');
  expect((await auditOf(marina)).map(({ event }) => event)).not.toContain('webhook.rotated');
  await second.stop();

  // Its secret is lost, so it asks for a new one.
  rmSync(join(folder, 'quick-start.secret'));
  const third = await runListener(folder, key);
  await account('C-3');
  await send();
  await expect.poll(third.printed, { timeout: 60_000 }).toContain('account.created: C-3\n');
});
