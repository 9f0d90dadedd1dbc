import { putAccount } from '@quayside/contract/integration/accounts.ts';
import { listWebhookDeliveries, putWebhookEndpoint } from '@quayside/contract/integration/events/webhooks.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DatabaseClient } from '../../db/client.ts';
import { createTestDatabase } from '../../testing/databases/test-database.ts';
import { makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import { makeIntegrationKey, programWith } from '../../testing/factories/integration.ts';
import { type ServerProcess, startServerProcess } from '../../testing/processes/server-process.ts';
import { testSecretKeys } from '../../testing/secret-keys.ts';
import { WebhookReceiver } from '../../testing/webhook-receiver.ts';

const patient = { timeout: 60_000 };
const clock = { now: () => new Date(), pause: async () => {}, isTrusted: true };

/** @param first settings of the first server; a later one has the usual ones */
async function startMarina(first: NodeJS.ProcessEnv = {}) {
  const testDatabase = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'quayside-test-webhooks-'));
  const start = (env: NodeJS.ProcessEnv = {}) =>
    startServerProcess({
      database: testDatabase,
      sandboxUrl: 'http://127.0.0.1:9',
      dataDir,
      env: { DEMO: 'off', WEBHOOK_PRIVATE_HOSTS: '127.0.0.1', ...env },
    });
  let server = await start(first);
  const database = new DatabaseClient({ url: testDatabase.appUrl, size: 2, secretKeys: testSecretKeys });
  const owner = new DatabaseClient({ url: testDatabase.ownerUrl, size: 1, secretKeys: testSecretKeys });
  onTestFinished(async () => {
    await server.stop();
    await Promise.all([database.close(), owner.close()]);
    await testDatabase.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    marina: () => makeTenant({ ownerDb: owner.unsafeWithoutTenant(), database, clock } as never),
    server: () => server,
    killAndStart: async () => {
      await server.kill();
      server = await start();
    },
  };
}

async function programOf(server: ServerProcess, marina: TestTenant, url: string) {
  const { text } = await makeIntegrationKey({ clock } as never, marina);
  const program = programWith(server, text);
  expect((await program.call(putWebhookEndpoint, { params: { reference: 'erp' }, body: { url } })).status).toBe(201);
  return program;
}

const account = { params: { reference: 'C-1' }, body: { site: 1, lastName: 'Sailor' } };

test('[HOOK-4] an event under way when the server is killed arrives after the restart with its id', async () => {
  const { marina, server, killAndStart } = await startMarina();
  const receiver = await WebhookReceiver.open();
  onTestFinished(() => receiver.close());
  receiver.answer = () => 'none';
  const program = await programOf(server(), await marina(), receiver.url);
  await program.call(putAccount, account);
  await expect.poll(() => receiver.received.length, patient).toBe(1);
  receiver.answer = () => 204;
  await killAndStart();
  await expect.poll(() => receiver.received.length, patient).toBeGreaterThan(1);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
}, 120_000);

test('[HOOK-4] an event that nobody has begun to send before a kill arrives after the restart', async () => {
  // A server without jobs commits the event and sends nothing, so the kill comes between the two.
  const { marina, server, killAndStart } = await startMarina({ WORKER: 'off' });
  const receiver = await WebhookReceiver.open();
  onTestFinished(() => receiver.close());
  const program = await programOf(server(), await marina(), receiver.url);
  const references = ['C-1', 'C-2', 'C-3'];
  for (const reference of references) await program.call(putAccount, { ...account, params: { reference } });
  await killAndStart();
  await expect.poll(() => receiver.received.length, patient).toBe(3);
  expect(new Set(receiver.received.map(({ event }) => event.reference))).toEqual(new Set(references));
}, 120_000);

test('[HOOK-4] slow endpoints of one marina take two places of the queue at most; another’s events pass', async () => {
  const { marina, server } = await startMarina();
  const slow = await WebhookReceiver.open();
  const live = await WebhookReceiver.open();
  onTestFinished(async () => {
    await Promise.all([slow.close(), live.close()]);
  });
  slow.answer = () => 'none';
  const first = await programOf(server(), await marina(), slow.url);
  for (let index = 0; index < 12; index += 1)
    await first.call(putWebhookEndpoint, { params: { reference: `erp-${index}` }, body: { url: slow.url } });
  const second = await programOf(server(), await marina(), live.url);
  await first.call(putAccount, account);
  await expect.poll(() => slow.received.length, patient).toBeGreaterThan(1);
  await second.call(putAccount, account);
  await expect.poll(() => live.received.length, patient).toBe(1);
  expect(slow.mostOpen).toBe(2);
}, 180_000);

test('[HOOK-4] while one of 100 marinas has a dead, silent endpoint, the others get their events', async () => {
  const { marina, server } = await startMarina();
  const dead = await WebhookReceiver.open();
  const live = await WebhookReceiver.open();
  onTestFinished(async () => {
    await Promise.all([dead.close(), live.close()]);
  });
  dead.answer = () => 'none';
  const first = await programOf(server(), await marina(), dead.url);
  for (let index = 0; index < 12; index += 1)
    await first.call(putAccount, { ...account, params: { reference: `C-${index}` } });
  await expect.poll(() => dead.received.length, patient).toBeGreaterThan(0);
  const open = dead.received.length;
  const programs = await Promise.all(
    Array.from({ length: 99 }, async () => programOf(server(), await marina(), live.url)),
  );
  await Promise.all(programs.map((program) => program.call(putAccount, account)));
  const arrived = () => new Set(live.received.map(({ headers }) => headers['webhook-id'])).size;
  await expect.poll(arrived, { timeout: 240_000, interval: 500 }).toBe(99);
  expect(open).toBeLessThanOrEqual(4);
  const { body } = await first.call(listWebhookDeliveries, { params: { reference: 'erp' }, query: {} });
  expect(new Set(body.items.map(({ state }) => state))).toEqual(new Set(['waiting']));
}, 300_000);
