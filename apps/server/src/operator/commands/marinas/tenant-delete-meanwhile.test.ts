import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { TenantDb } from '../../../db/client.ts';
import { takeNumbers } from '../../../db/sql/numbers.ts';
import { sweepUploads } from '../../../features/documents/files/sweep-uploads.service.ts';
import { recordEvents } from '../../../features/events/events.service.ts';
import { noteFile } from '../../../features/files/files.service.ts';
import { jobContext } from '../../../jobs/context.ts';
import { day } from '../../../lib/time/durations.ts';
import { createLog } from '../../../lib/telemetry/log.ts';
import type { FileStorage } from '../../../providers/files/file-storage.ts';
import { openLocalFolder } from '../../../providers/files/local-folder.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { countAwaitedLocks, isLockAwaited } from '../../../testing/databases/awaited-locks.ts';
import { DocumentMarina } from '../../../testing/document-marina.ts';
import { makeTenant, type TestTenant } from '../../../testing/factories/factories.ts';
import { runOperator } from '../../testing/operator.ts';

/** The requests that are under way while an operator deletes their marina. */

const dataDir = mkdtempSync(join(tmpdir(), 'quayside-test-delete-'));
const storage = openLocalFolder(join(dataDir, 'files'));
/** Is called before a file is stored. */
let beforeFile: () => Promise<void> = async () => {};
/** A storage that takes a file only after a while, as a bucket on a slow line does. */
const slowStorage: FileStorage = {
  ...storage,
  put: async (...file) => {
    await beforeFile();
    return storage.put(...file);
  },
};
let app: TestApp;
let leaving: DocumentMarina;
let staying: TestTenant;

beforeAll(async () => {
  app = await startTestApp({ files: slowStorage });
  app.clock.set(new Date().toISOString());
  staying = await makeTenant(app);
});
beforeEach(async () => {
  leaving = await DocumentMarina.open(app, {}, { hosts: [] });
});
afterAll(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true });
});

const deleteIt = () => {
  const { key } = leaving.tenant;
  return runOperator(['tenant', 'delete', key, '--confirm', key], { database: app.testDatabase, dataDir });
};

/** Counts the rows that the deleted marina has left in the tables that refer to nothing. */
async function rowsLeft(): Promise<Record<string, number>> {
  const left: Record<string, number> = {};
  for (const table of ['events', 'provider_events', 'integration_keys', 'webhook_endpoints', 'seal_certificates']) {
    const { rows } = await sql`select from ${sql.table(table)}`.execute(leaving.tenant.db);
    if (rows.length > 0) left[table] = rows.length;
  }
  return left;
}

const storedFiles = () =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(dataDir, name)).isFile());

test('[RUN-150] the file of an upload that reaches the storage after the deletion is swept away', async () => {
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  beforeFile = () => (begin(), goesOn);
  const sending = leaving.send(await leaving.announced());
  await begun;
  const { code, out, err } = await deleteIt();
  expect({ code, out }, err).toMatchObject({ code: 0, out: expect.stringContaining('It is deleted.') });
  goOn();
  expect((await sending).status).toBeGreaterThanOrEqual(400);

  app.clock.set(new Date(app.clock.now().getTime() + day + 1000).toISOString());
  const dependencies = { database: app.database, clock: app.clock, log: createLog('silent') };
  await sweepUploads(await jobContext(dependencies, staying.id), storage);
  app.clock.set(new Date().toISOString());
  expect(storedFiles()).toEqual([]);
  expect(err).toContain('1 of them may be on their way');
  const { rows } = await sql`select from file_uploads`.execute(leaving.tenant.db);
  expect(rows).toEqual([]);
});

/** Statements that add a row with the number `id` to a table that refers to nothing. */
const additions = {
  'provider-event': (id: number) => sql`
    insert into provider_events (tenant_id, id, provider_key, event_id, kind, received_at)
    values (${leaving.tenant.id}, ${id}, 'card', 'evt', 'paid', now())`,
  'integration-key': (id: number) => sql`
    insert into integration_keys (tenant_id, id, name, mode, key_hash, hint, scopes, created_at, created_by)
    values (${leaving.tenant.id}, ${id}, 'Office', 'live', '\\x01', 'abcd', '{}', now(), 'office')`,
  'webhook-endpoint': (id: number) => sql`
    insert into webhook_endpoints (tenant_id, id, reference, url, types, secrets, sent_up_to, created_at)
    values (${leaving.tenant.id}, ${id}, 'erp', 'https://erp.example', '{}', '{}', 0, now())`,
  'seal-certificate': (id: number) => sql`
    insert into seal_certificates (tenant_id, id, certificates, private_key, installed, created_at)
    values (${leaving.tenant.id}, ${id}, '', '\\x01', false, now())`,
} as const;

/** Starts a deletion, and waits until a transaction holds it up or it has ended. */
async function beginDeletion() {
  let hasEnded = false;
  const deletion = deleteIt().finally(() => (hasEnded = true));
  const waiting = () => isLockAwaited(app.ownerDb);
  await expect.poll(async () => hasEnded || (await waiting()), { timeout: 20_000 }).toBe(true);
  return { deletion };
}

const kinds = Object.keys(additions) as (keyof typeof additions)[];

test.each(kinds)('[RUN-150] nothing stays of the row of a %s that is added meanwhile', async (kind) => {
  const { db, id: tenantId } = leaving.tenant;
  await takeNumbers(db, tenantId, kind);
  const trx = await db.startTransaction().execute();
  await additions[kind](await takeNumbers(trx, tenantId, kind)).execute(trx);
  const { deletion } = await beginDeletion();
  await trx.commit().execute();
  const { code, err } = await deletion;
  expect(code, err).toBe(0);
  expect(await rowsLeft()).toEqual({});
});

test('[RUN-150] nothing stays of an event that is recorded meanwhile: its transaction fails', async () => {
  const { db, id: tenantId } = leaving.tenant;
  const now = app.clock.now();
  const object = { number: 1, account: null, accountNumber: 1, email: null, createdAt: now.toISOString() };
  const record = (by: TenantDb) =>
    recordEvents(by, tenantId, [{ type: 'login.created', reference: null, object }], now);
  await record(db);
  const trx = await db.startTransaction().execute();
  await record(trx);
  const { deletion } = await beginDeletion();
  const { code, err } = await deletion;
  expect(code, err).toBe(0);
  await expect(trx.commit().execute()).rejects.toThrow('foreign key');
  await trx.rollback().execute();
  expect(await rowsLeft()).toEqual({});
});

test('[RUN-172] a deletion that ends in a deadlock with a request begins again by itself', async () => {
  const { db, id: tenantId } = leaving.tenant;
  const waitingFor = () => countAwaitedLocks(app.ownerDb);
  await takeNumbers(db, tenantId, 'order');
  const request = await db.startTransaction().execute();
  await takeNumbers(request, tenantId, 'order');
  // Holds the deletion when it has locked the customers, and before it reaches the counters.
  const holding = await app.ownerDb.startTransaction().execute();
  await sql`lock table file_uploads in access exclusive mode`.execute(holding);
  const deletion = deleteIt();
  await expect.poll(waitingFor, { timeout: 20_000 }).toBe(1);
  const waits = sql`select from accounts where tenant_id = ${tenantId} for key share`.execute(request);
  await expect.poll(waitingFor, { timeout: 20_000 }).toBe(2);
  // After this time the request has looked for a deadlock, and found none yet. So the deletion finds it.
  await sql`select pg_sleep(1.5)`.execute(holding);
  await holding.commit().execute();
  await waits;
  await request.commit().execute();
  const { code, out, err } = await deletion;
  expect({ code, out }, err).toMatchObject({ code: 0, out: expect.stringContaining('It is deleted.') });
  expect(err).toContain('A request of the marina was in the way. It begins again.');
});

test('[RUN-172] the deletion of the last marina says who deletes a file that comes late', async () => {
  const alone = await startTestApp({ files: storage });
  onTestFinished(() => alone.close());
  const { id: tenantId, key, db } = await makeTenant(alone, { hosts: [] });
  await noteFile(db, { tenantId, storageName: 'late' }, new Date());
  const args = ['tenant', 'delete', key, '--confirm', key];
  const { code, err } = await runOperator(args, { database: alone.testDatabase, dataDir });
  expect(code, err).toBe(0);
  expect(err).toContain(
    '1 of them may be on their way: the next marina on this server deletes these. ' +
      `If there will be none, delete the folder ${tenantId} of the storage`,
  );
  const next = await makeTenant(alone);
  alone.clock.set(new Date(Date.now() + day + 1000).toISOString());
  const dependencies = { database: alone.database, clock: alone.clock, log: createLog('silent') };
  await sweepUploads(await jobContext(dependencies, next.id), storage);
  expect((await sql`select from file_uploads`.execute(next.db)).rows).toEqual([]);
});
