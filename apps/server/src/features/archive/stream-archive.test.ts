import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseClient } from '../../db/client.ts';
import { servingLimits } from '../../db/connections/limits.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import { openS3 } from '../../providers/files/s3.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { type PgBouncer, startPgBouncer } from '../../testing/databases/pgbouncer.ts';
import { DocumentMarina } from '../../testing/document-marina.ts';
import { makeAccount, makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import type { Owner } from '../../testing/factories/orders.ts';
import { makeDocument, makeDocumentType, storeContent } from '../../testing/factories/papers.ts';
import { type S3Server, startS3 } from '../../testing/s3/server.ts';
import { testSecretKeys } from '../../testing/secret-keys.ts';
import { tables } from '../tables.ts';
import type { Manifest } from './archive.exports.ts';
import { streamArchive } from './stream-archive.service.ts';

/** The server of these tests has its files on S3, and PgBouncer gives each transaction another connection. */

let s3: S3Server;
let pooler: PgBouncer;
let files: FileStorage;
let app: TestApp;
let marina: TestTenant;
beforeAll(async () => {
  const where = { bucket: 'marina', region: 'eu-west-1' };
  const credentials = { accessKeyId: 'QUAYSIDETEST', secretAccessKey: 'a/secret+key' };
  s3 = await startS3({ ...where, ...credentials });
  files = openS3({ ...where, endpoint: s3.url, credentials });
  app = await startTestApp({ files }, async (appUrl) => {
    pooler = await startPgBouncer(appUrl, { settings: { server_round_robin: '1' } });
    const url = pooler.urlOf(appUrl);
    return new DatabaseClient({ url, session: 'transaction', limits: servingLimits, secretKeys: testSecretKeys });
  });
  marina = await makeTenant(app);
  for (const owner of [marina, await makeTenant(app)]) {
    const { id: accountId } = await makeAccount(owner, { reference: `C-of-${owner.id}` });
    for (let index = 0; index < 3; index += 1) {
      const of = { tenantId: owner.id, accountId, siteId: 1 };
      const type = await makeDocumentType(owner.db, owner.id, { name: `Type ${index}` });
      const { fileGuid } = await makeDocument(owner.db, of, type);
      await storeContent(owner.db, files, of, fileGuid);
    }
  }
});
afterAll(async () => {
  await app.close();
  await Promise.all([s3.close(), pooler.stop()]);
});

test('[API-6] [RUN-4] behind a transaction pooler, with files on S3, an archive is one whole marina', async () => {
  const { headers } = await programOf(app, marina);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => fetch(`${app.url}/harbour/api/integration/v1/key`, { headers })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const answer = await fetch(`${app.url}/harbour/api/integration/v1/export`, { headers });
  expect(answer.status).toBe(200);
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [archive, to] = [join(folder, 'marina.tar'), join(folder, 'export')];
  writeFileSync(archive, Buffer.from(await answer.arrayBuffer()));
  mkdirSync(to);
  execFileSync('tar', ['-xf', archive, '-C', to]);
  const manifest = JSON.parse(readFileSync(join(to, 'export.json'), 'utf8')) as Manifest;
  expect(manifest.files).toEqual({ count: 3, bytes: 3, missing: [] });
  const accounts = readFileSync(join(to, 'rows', 'accounts.1.ndjson'), 'utf8')
    .trim()
    .split('\n');
  expect(accounts.map((line) => (JSON.parse(line) as { reference: string }).reference)).toEqual([`C-of-${marina.id}`]);
});

/** Streams the archive of a marina to a reader who has to keep this pace. */
async function streamAt(owner: TestTenant, pace: { pauseMs: number; bytesPerMs: number }) {
  const key = { id: 1, name: 'Back office' };
  const request = { ip: '127.0.0.1', userAgent: '' };
  const ctx = { db: owner.db, tenant: { ...owner, settings: {} }, key, clock: app.clock, request } as never;
  const direct = new DatabaseClient({ url: app.testDatabase.appUrl, size: 2 });
  onTestFinished(() => direct.close());
  return streamArchive(ctx, { db: direct.forTenant(owner.id), files, tables, pace });
}

test('[API-142] a reader that never pauses for long, but takes too little over all, is cut off', async () => {
  const owner = await makeTenant(app);
  const { id } = await makeAccount(owner);
  await sql`insert into accounts (tenant_id, id, guid, site_id, firstname, lastname, email, opaque_token, created_at)
    select tenant_id, id + n, gen_random_uuid(), site_id, firstname, lastname, email, gen_random_uuid(), created_at
    from accounts, generate_series(1, 3000) as n where tenant_id = ${owner.id} and id = ${id}`.execute(owner.db);
  /** Takes a chunk each 50 ms, in all for longer than the longest pause. @returns the bytes */
  const read = async (bytesPerMs: number) => {
    let bytes = 0;
    for await (const chunk of await streamAt(owner, { pauseMs: 1_000, bytesPerMs })) {
      bytes += (chunk as Buffer).length;
      await pause(50);
    }
    return bytes;
  };
  await expect(read(1_000_000)).rejects.toThrow('Premature close');
  expect(await read(64)).toBeGreaterThan(1_000_000);
});

test('[API-6] a reader that takes nothing is cut off, and makes room for the next', async () => {
  const { headers } = await programOf(app, marina);
  const stream = await streamAt(marina, { pauseMs: 1, bytesPerMs: 64 });
  await new Promise((done) => stream.once('readable', done));
  // Nobody reads on.
  await expect.poll(() => stream.destroyed, { timeout: 60_000 }).toBe(true);
  const next = async () => {
    const { status, body } = await fetch(`${app.url}/harbour/api/integration/v1/export`, { headers });
    await body?.cancel();
    return status;
  };
  await expect.poll(next, { timeout: 60_000 }).toBe(200);
});

/** Returns a function that exports a marina, after a file if one is named. */
async function exporterOf(owner: TestTenant) {
  const { headers } = await programOf(app, owner);
  return (after = '') =>
    vi.waitFor(async () => {
      const answer = await fetch(`${app.url}/harbour/api/integration/v1/export${after}`, { headers });
      if (answer.status === 429) throw new Error('the export before has not ended');
      return answer;
    }, 60_000);
}

/** Lists the names of the files in an archive. */
async function filesIn(archive: Response): Promise<string[]> {
  const input = Buffer.from(await archive.arrayBuffer());
  const paths = spawnSync('tar', ['-t'], { input, encoding: 'utf8' }).stdout.trim().split('\n');
  return paths.filter((path) => path.startsWith('files/')).map((path) => basename(path));
}

/** Keeps an account locked, as an import does, and returns a function that ends that. */
async function lockOf({ tenantId, accountId }: Owner): Promise<() => Promise<void>> {
  const client = new pg.Client(app.testDatabase.ownerUrl);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`begin; set local app.tenant_id = ${tenantId}`);
  await client.query(`select id from accounts where id = ${accountId} for no key update`);
  return async () => {
    await client.query('commit');
  };
}

const waitsForLock = async ({ db }: TestTenant) => {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock') as waits`.execute(db);
  return rows[0]?.waits;
};

test('[API-6] a file that was begun before the last one and committed after it is in the rest', async () => {
  const documents = await DocumentMarina.open(app);
  const { tenant, owner } = documents;
  const exported = await exporterOf(tenant);
  const id = await documents.announced();
  const unlock = await lockOf(owner);
  const late = documents.send(id);
  await expect.poll(() => waitsForLock(tenant), { timeout: 20_000 }).toBe(true);
  const of = { ...owner, accountId: (await makeAccount(tenant)).id };
  const { fileGuid } = await makeDocument(tenant.db, of, documents.insurance);
  await storeContent(tenant.db, files, of, fileGuid);
  const first = await filesIn(await exported());
  expect(first).toHaveLength(1);
  await unlock();
  expect((await late).status).toBe(200);
  const all = await filesIn(await exported());
  expect(all).toHaveLength(2);
  expect(await filesIn(await exported(`?after=${first[0]}`))).toEqual(all.filter((name) => name !== first[0]));
});

test('[API-6] an archive that broke off goes on after its last whole file, with all rows of a new moment', async () => {
  const exported = await exporterOf(marina);
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const save = (name: string, content: Buffer) => writeFileSync(join(folder, name), content);
  const tar = (...args: string[]) => spawnSync('tar', args, { cwd: folder, encoding: 'utf8' });
  const whole = Buffer.from(await (await exported()).arrayBuffer());
  save('whole.tar', whole);
  const paths = tar('-tf', 'whole.tar').stdout.trim().split('\n');
  const [first = '', second = '', third = ''] = paths.filter((path) => path.startsWith('files/'));
  save('broken.tar', whole.subarray(0, whole.indexOf(second) + 520));
  expect(tar('-xf', 'broken.tar').status).not.toBe(0);
  const rest = await exported(`?after=${basename(first)}`);
  save('rest.tar', Buffer.from(await rest.arrayBuffer()));
  expect(tar('-tf', 'rest.tar').stdout.trim().split('\n')).toEqual(paths.filter((path) => path !== first));
  expect(tar('-xf', 'rest.tar').status).toBe(0);
  const manifest = JSON.parse(readFileSync(join(folder, 'export.json'), 'utf8')) as Manifest;
  expect(manifest.files).toEqual({ count: 3, bytes: 3, missing: [] });
  for (const path of [first, second, third]) expect(readFileSync(join(folder, path))).toHaveLength(1);
  const unknown = await exported('?after=0123456789');
  expect([unknown.status, ((await unknown.json()) as { responseStatus: object }).responseStatus]).toMatchObject([
    404,
    { errorCode: 'NOT_FOUND' },
  ]);
});
