import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getAccountResource, putAccount } from '@quayside/contract/integration/accounts.ts';
import { cancelOrder, getOrderResource } from '@quayside/contract/integration/orders.ts';
import { listWebhookDeliveries } from '@quayside/contract/integration/events/webhooks.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { prepareBackOffice } from '../../testing/back-office.ts';
import { makeTenant } from '../../testing/factories/factories.ts';
import { makeIntegrationKey, programWith } from '../../testing/factories/integration.ts';
import { startMailWorker } from '../../testing/mail-worker.ts';
import { TestMailbox } from '../../testing/mailbox.ts';
import type { RunningWorker } from '../../worker/worker.ts';

const run = promisify(execFile);
const compiler = join(import.meta.dirname, '../../../../../node_modules/typescript/bin/tsc');
const patient = { timeout: 60_000 };
const privateHosts = new Set(['127.0.0.1']);
const mailbox = new TestMailbox();
let app: TestApp;
let worker: RunningWorker;
beforeAll(async () => {
  app = await startTestApp({ privateHosts });
  worker = await startMailWorker(app, mailbox, privateHosts);
});
afterAll(async () => {
  await worker.stop();
  await app.close();
  mailbox.remove();
});

test('[API-1] [API-7] [HOOK-2] the sample back office syncs 1,000 customers and orders both ways', async () => {
  app.clock.set(new Date().toISOString());
  const marina = await makeTenant(app);
  const { text: key } = await makeIntegrationKey(app, marina, { mode: 'test' });
  const program = programWith(app, key);
  const office = await prepareBackOffice(app, marina.key, { key, rows: 1_000 });
  onTestFinished(() => office.close());
  const settings = { strict: true, noEmit: true, target: 'esnext', module: 'nodenext', lib: ['esnext', 'dom'] };
  const compilerOptions = { ...settings, types: ['node'], allowImportingTsExtensions: true, skipLibCheck: true };
  writeFileSync(join(office.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  const compiled = await run(process.execPath, [compiler, '-p', office.folder]).catch(
    (error: { stdout: string }) => error,
  );
  expect(compiled.stdout).toBe('');

  await office.start();
  const counted = async (table: 'accounts' | 'orders') =>
    (await marina.db.selectFrom(table).select('id').where('tenant_id', '=', marina.id).execute()).length;
  expect([await counted('accounts'), await counted('orders')]).toEqual([1_000, 1_000]);
  expect(await office.read('BO-O-1000')).toMatchObject({ status: 'open', outstanding: 120 });

  const path = { params: { reference: 'BO-C-0007' } };
  await program.call(putAccount, { ...path, query: { officeWins: 'true' }, body: { site: 1, lastName: 'Seaman' } });
  await expect.poll(async () => (await office.read('BO-C-0007')).lastName, patient).toBe('Seaman');
  expect(await office.change('BO-C-0008', { email: 'jo@example.com' })).toBe(204);
  const changed = await program.call(getAccountResource, { params: { reference: 'BO-C-0008' } });
  expect(changed.body).toMatchObject({ email: 'jo@example.com', lastName: 'Sailor 0008' });
  expect(await office.change('BO-O-0009', { dueOn: '2026-07-01' })).toBe(204);
  const order = { params: { reference: 'BO-O-0009' } };
  expect((await program.call(getOrderResource, order)).body).toMatchObject({ dueOn: '2026-07-01', total: 120 });

  const forged = { 'webhook-id': 'x', 'webhook-timestamp': String(Date.now() / 1_000), 'webhook-signature': 'v1,x' };
  expect((await fetch(office.url(), { method: 'POST', headers: forged, body: '{}' })).status).toBe(401);

  await office.kill();
  await program.call(putAccount, { ...path, query: { officeWins: 'true' }, body: { site: 1, lastName: 'Sailor' } });
  await office.start();
  expect(office.printed()).not.toContain('Sent');
  expect((await office.read('BO-C-0007')).lastName).toBe('Sailor');
}, 180_000);

test('[HOOK-1] the sample back office reads everything once if it comes after events have ended', async () => {
  app.clock.set(new Date().toISOString());
  const marina = await makeTenant(app);
  const { text: key } = await makeIntegrationKey(app, marina, { mode: 'test' });
  const program = programWith(app, key);
  const office = await prepareBackOffice(app, marina.key, { key, rows: 120 });
  onTestFinished(() => office.close());
  await office.start();
  await office.kill();
  const rename = (lastName: string) => {
    const input = { params: { reference: 'BO-C-0120' }, query: { officeWins: 'true' }, body: { site: 1, lastName } };
    return program.call(putAccount, input as never);
  };
  await rename('Missed');
  await program.call(cancelOrder, { params: { reference: 'BO-O-0120' }, body: {} });
  await marina.db.deleteFrom('events').where('tenant_id', '=', marina.id).execute();
  await office.start();
  expect(office.printed()).toContain('Read everything anew');
  expect((await office.read('BO-C-0120')).lastName).toBe('Missed');
  expect((await office.read('BO-O-0120')).status).toBe('cancelled');
  await rename('Heard');
  await expect.poll(async () => (await office.read('BO-C-0120')).lastName, patient).toBe('Heard');
}, 180_000);

test('[HOOK-3] the sample back office reads on after a reading that failed', async () => {
  app.clock.set(new Date().toISOString());
  const marina = await makeTenant(app);
  const { text: key } = await makeIntegrationKey(app, marina, { mode: 'test' });
  const office = await prepareBackOffice(app, marina.key, { key, rows: 1 });
  onTestFinished(() => office.close());
  await office.start();
  const program = programWith(app, (await makeIntegrationKey(app, marina, { mode: 'test' })).text);
  const rename = (lastName: string) => {
    const input = { params: { reference: 'BO-C-0001' }, query: { officeWins: 'true' }, body: { site: 1, lastName } };
    return program.call(putAccount, input as never);
  };
  // The key of the office is over its limit, and then it is not.
  await marina.db.updateTable('rate_limits').set({ hits: 1_000_000 }).where('tenant_id', '=', marina.id).execute();
  await rename('Unheard');
  const endpoint = { params: { reference: 'back-office' }, query: { limit: '1' } };
  const lastStatus = async () => {
    const { body } = await program.call(listWebhookDeliveries, endpoint);
    return body.items[0]?.status;
  };
  await expect.poll(lastStatus, patient).toBe(500);
  await marina.db.deleteFrom('rate_limits').where('tenant_id', '=', marina.id).execute();
  await rename('Heard');
  await expect.poll(async () => (await office.read('BO-C-0001')).lastName, patient).toBe('Heard');
}, 180_000);
