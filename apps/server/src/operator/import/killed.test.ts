import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepFiles } from '../../features/files/sweep-files.service.ts';
import { unsafeFindTenant } from '../../http/tenant/tenant.queries.ts';
import { jobContext } from '../../jobs/context.ts';
import { readEnvironment } from '../../lib/settings/env.ts';
import { createLog } from '../../lib/telemetry/log.ts';
import { openFiles } from '../../providers/files/open-files.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import { exampleFolder, makeFolder } from '../../testing/import-files.ts';
import { machineClock } from '../../testing/processes/machine-clock.ts';
import { startOperator } from '../../testing/processes/operator-process.ts';
import { type S3Server, startS3 } from '../../testing/s3/server.ts';

const keys = { accessKeyId: 'QUAYSIDETEST', secretAccessKey: 'a/secret+key' };
let app: TestApp;
/** A tenant beside the imported one, which may never be created. */
let neighbour: TestTenant;
let s3: S3Server;

beforeAll(async () => {
  app = await startTestApp();
  neighbour = await makeTenant(app);
  s3 = await startS3({ bucket: 'marina', region: 'eu-west-1', ...keys });
});
afterAll(async () => {
  await app.close();
  await s3.close();
});

const s3Settings = () => ({
  S3_BUCKET: 'marina',
  S3_REGION: 'eu-west-1',
  S3_ENDPOINT: s3.url,
  S3_ACCESS_KEY_ID: keys.accessKeyId,
  S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
});

/** Starts an import, and stops it after all files are stored and before its documents are. */
async function importUntilFilesAreStored(dataDir: string, env: Record<string, string>) {
  const holder = new pg.Client(app.testDatabase.ownerUrl);
  await holder.connect();
  await holder.query('begin; lock table account_documents in share mode');
  const started = startOperator(['import', exampleFolder], { database: app.testDatabase, dataDir, env });
  const waiting = `select count(*)::int as count from pg_locks l join pg_class c on c.oid = l.relation
    where c.relname = 'account_documents' and not l.granted`;
  while ((await holder.query<{ count: number }>(waiting)).rows[0]?.count === 0)
    await holder.query('select pg_sleep(0.05)');
  return { ...started, release: () => holder.end() };
}

/**
 * Waits until no import runs. PostgreSQL notices that a process is gone, and releases its locks, only when it
 * answers it.
 */
async function untilNoImportRuns(): Promise<void> {
  const looker = new pg.Client(app.testDatabase.ownerUrl);
  await looker.connect();
  const locks = `select count(*)::int as count from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.locktype = 'advisory'`;
  while ((await looker.query<{ count: number }>(locks)).rows[0]?.count !== 0)
    await looker.query('select pg_sleep(0.05)');
  await looker.end();
}

/** One file of a document, two of agreements. */
const exampleFilesStored = 3;

test.each(['a folder', 'S3'])('killed in the middle its files are swept after a day, from %s', async (where) => {
  const dataDir = makeFolder({});
  const env = where === 'S3' ? s3Settings() : {};
  const files = await openFiles(readEnvironment({ DATA_DIR: dataDir, ...env }));
  const inStorage = () =>
    where === 'S3'
      ? s3.count()
      : readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
          .length;
  const dependencies = { database: app.database, log: createLog('silent') };
  const sweep = async (hours: number) => {
    const clock = { ...machineClock, now: () => new Date(Date.now() + hours * 3_600_000) };
    await sweepFiles(await jobContext({ ...dependencies, clock }, neighbour.id), files);
  };

  const { child, release } = await importUntilFilesAreStored(dataDir, env);
  expect(inStorage()).toBe(exampleFilesStored);
  // However long an import takes, its files stay while it lives.
  await sweep(25);
  expect(inStorage()).toBe(exampleFilesStored);
  const gone = once(child, 'close');
  child.kill('SIGKILL');
  await gone;
  await release();
  await untilNoImportRuns();
  expect(await unsafeFindTenant(app.database, 'key', 'gullhaven')).toBeNull();
  await sweep(23);
  expect(inStorage()).toBe(exampleFilesStored);
  await sweep(25);
  expect(inStorage()).toBe(0);
  files.close?.();
});

test('an import that comes to its end leaves no note of a file behind', async () => {
  const dataDir = makeFolder({});
  const { ended, release } = await importUntilFilesAreStored(dataDir, {});
  await release();
  expect((await ended).code).toBe(0);
  const gullhaven = (await unsafeFindTenant(app.database, 'key', 'gullhaven'))?.id ?? 0;
  for (const id of [gullhaven, neighbour.id])
    expect(await app.database.forTenant(id).selectFrom('file_uploads').select('storage_name').execute()).toEqual([]);
});

test('[RUN-98] stopped with Ctrl-C it says that nothing was written', async () => {
  const { child, ended, release } = await importUntilFilesAreStored(makeFolder({}), {});
  child.kill('SIGINT');
  const { code, err } = await ended;
  await release();
  expect([code, err.trim().split('\n').pop()]).toEqual([130, 'Stopped: nothing was written.']);
  await untilNoImportRuns();
});
