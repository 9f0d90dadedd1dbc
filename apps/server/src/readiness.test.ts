import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { signIn } from '@quayside/contract/identity/identity.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { schemaVersion } from './db/schema-version.ts';
import { addKeyId, deleteKeyIds } from './db/secrets/secrets.queries.ts';
import { newSecretKey, SecretKeys } from './lib/secrets/secret-keys.ts';
import { startTestApp, type TestApp } from './testing/app.ts';
import { makeTenant, samplePassword } from './testing/factories/factories.ts';
import { HttpClient } from './testing/http-client.ts';
import { programs, type RunningProcess, startProcess } from './testing/processes/child-process.ts';
import { startDatabaseProxy } from './testing/processes/failing-proxy.ts';
import { findFreePorts } from './testing/processes/free-ports.ts';
import { testSecretsKey } from './testing/secret-keys.ts';
import { watchSecretKeys } from './watch-secret-keys.ts';

/** The probes of balancers, and the end of a copy, with the real process. */

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await startTestApp();
  await makeTenant(app, { key: 'saltmarsh' });
  folder = mkdtempSync(join(tmpdir(), 'quayside-test-ready-'));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Copy {
  server: RunningProcess;
  url: string;
  /** The address of the port for probes. */
  status: string;
}

/** Starts a copy. @param started runs before it is ready */
async function start(
  settings: NodeJS.ProcessEnv = {},
  started: (status: string) => Promise<void> = async () => {},
): Promise<Copy> {
  const port = await findFreePorts(2);
  const status = `http://127.0.0.1:${port + 1}`;
  const running = startProcess(programs.server, {
    NODE_ENV: 'test',
    PORT: String(port),
    STATUS_PORT: String(port + 1),
    DATA_DIR: folder,
    DATABASE_URL: app.testDatabase.appUrl,
    SECRETS_KEY: testSecretsKey,
    WORKER: 'off',
    ...settings,
  });
  await started(status);
  const server = await running;
  onTestFinished(() => server.kill());
  return { server, url: `http://127.0.0.1:${port}`, status };
}

async function ask(url: string): Promise<[status: number, body: unknown]> {
  try {
    const answer = await fetch(url, { headers: { tenantKey: 'saltmarsh' } });
    return [answer.status, await answer.json()];
  } catch {
    return [0, null];
  }
}

const checks = { database: 'ok', migrations: 'ok', secrets: 'ok', disk: 'ok', worker: 'off' };
const ready = [200, { status: 'ready', checks }];
const notReady = (reason: string) => [503, { status: 'not ready', reason }];
const health = async ({ url }: Copy) => (await ask(`${url}/harbour/api/health`))[0];

async function proxied() {
  const proxy = await startDatabaseProxy(app.testDatabase.appUrl);
  onTestFinished(proxy.close);
  return proxy;
}

/** Locks a table, so that calls which read it wait in the database until the end of the transaction. */
async function hold(table: string): Promise<pg.Client> {
  const holder = new pg.Client(app.testDatabase.ownerUrl);
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query(`begin; lock table ${table} in access exclusive mode`);
  return holder;
}

/** Finds the connections that wait for a lock. The view of activities hides those of other roles. */
const waiting = `select from pg_locks l join pg_database d on d.oid = l.database
  where not l.granted and d.datname = current_database()`;

test('[RUN-1] a copy that waits for its database is alive and not ready; then it is both', async () => {
  const proxy = await proxied();
  await proxy.become('refuses');
  const copy = await start({ DATABASE_URL: proxy.url }, async (status) => {
    await expect.poll(() => ask(`${status}/live`), { timeout: 30_000 }).toEqual([200, { status: 'live' }]);
    expect(await ask(`${status}/ready`)).toEqual(notReady('starting'));
    await proxy.become('passes');
  });
  expect(await ask(`${copy.status}/ready`)).toEqual(ready);
  expect(await health(copy)).toBe(200);
  expect(await ask(`${copy.status}/anything`)).toEqual([404, { paths: expect.arrayContaining(['/live', '/ready']) }]);
});

test('[RUN-1] a network that swallows packets: the probe answers long before a customer, and recovers', async () => {
  const proxy = await proxied();
  const copy = await start({ DATABASE_URL: proxy.url });
  expect(await ask(`${copy.status}/ready`)).toEqual(ready);
  await proxy.become('swallows');
  const call = ask(`${copy.url}/harbour/api/portal/config`).then(([status]) => `call ${status}`);
  const probe = ask(`${copy.status}/ready`);
  const ofBalancer = health(copy);
  expect(await Promise.race([call, Promise.all([probe, ofBalancer])])).toEqual([notReady('database'), 503]);
  // Probes come every second, and none waits for those before it.
  const more = Promise.all(Array.from({ length: 20 }, () => ask(`${copy.status}/ready`)));
  expect(await Promise.race([call, more])).toEqual(Array.from({ length: 20 }, () => notReady('database')));
  expect(await ask(`${copy.status}/live`)).toEqual([200, { status: 'live' }]);
  expect(await call).toBe('call 503');
  await proxy.become('passes');
  await expect.poll(() => ask(`${copy.status}/ready`), { timeout: 30_000 }).toEqual(ready);
});

test('[RUN-1] a copy reports its worker, disk and tables, and stays ready although they are not well', async () => {
  const copy = await start({ WORKER: 'on' });
  const checksNow = async () => ((await ask(`${copy.status}/ready`))[1] as { checks?: object } | null)?.checks;
  expect(await checksNow()).toEqual({ ...checks, worker: 'ok' });
  const owner = new pg.Client(app.testDatabase.ownerUrl);
  await owner.connect();
  onTestFinished(async () => {
    await owner.query(`comment on table kysely_migration is '${schemaVersion}'`);
    await owner.query('delete from graphile_worker._private_jobs').finally(() => owner.end());
  });
  await owner.query("comment on table kysely_migration is 'another release'");
  await owner.query(`select graphile_worker.add_job('nobody-knows', '{}', run_at := now() - interval '1 hour')`);
  await expect.poll(checksNow).toEqual({ ...checks, migrations: 'other', worker: 'standing still' });
});

test('[RUN-96] a copy names a key that others encrypt with and it lacks, to probes and in the log', async () => {
  const copy = await start();
  const next = new SecretKeys(newSecretKey());
  const noted = app.database.unsafeWithoutTenant();
  await addKeyId(noted, next.currentId ?? '');
  onTestFinished(() => deleteKeyIds(noted, next.ids));
  expect((await ask(`${copy.status}/ready`))[1]).toMatchObject({
    status: 'ready',
    checks: { secrets: `missing ${next.currentId}` },
  });
  const told: unknown[] = [];
  const log = { error: (...line: unknown[]) => void told.push(line[0]), warn: () => undefined };
  const watch = watchSecretKeys(app.database, log, 20);
  await expect.poll(() => told.length).toBe(1);
  await setTimeout(100);
  await watch.stop();
  expect(told).toEqual([{ missing: next.currentId }]);
});

test('a copy whose connections are all busy stays ready, because PostgreSQL answers', async () => {
  const copy = await start();
  expect((await ask(`${copy.url}/harbour/api/portal/config`))[0]).toBe(200); // the marina is known from here on
  const holder = await hold('logins');
  const calls = Array.from({ length: 12 }, (_, index) =>
    new HttpClient(copy.url, 'saltmarsh').call(signIn, {
      body: { userName: `robin.${index}@example.com`, password: samplePassword, rememberMe: false },
    }),
  );
  const inDatabase = async () => (await holder.query(waiting)).rowCount;
  await expect.poll(inDatabase, { timeout: 30_000 }).toBe(10);
  expect(await ask(`${copy.status}/ready`)).toEqual(ready);
  await holder.query('rollback');
  await Promise.all(calls);
});

test('a copy that is told to stop is not ready first, and serves on until balancers know', async () => {
  const copy = await start({ DRAIN_SECONDS: '3600' });
  process.kill(copy.server.pid, 'SIGTERM');
  await expect.poll(() => ask(`${copy.status}/ready`), { timeout: 30_000 }).toEqual(notReady('stopping'));
  expect(await health(copy)).toBe(503);
  const answer = await fetch(`${copy.url}/harbour/api/portal/config`, { headers: { tenantKey: 'saltmarsh' } });
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  expect(await ask(`${copy.status}/live`)).toEqual([200, { status: 'live' }]);
  const told = /"reason":"SIGTERM","seconds":3600,"msg":"not ready any more; serving on"/;
  await expect.poll(() => copy.server.logs()).toMatch(told);
});

test('after DRAIN_SECONDS a copy ends with 0, and the work in hand is done', async () => {
  const copy = await start({ DRAIN_SECONDS: '0.2' });
  const holder = await hold('tenants');
  const call = ask(`${copy.url}/harbour/api/portal/config`);
  await expect.poll(async () => (await holder.query(waiting)).rowCount, { timeout: 30_000 }).toBe(1);
  process.kill(copy.server.pid, 'SIGTERM');
  await expect.poll(copy.server.logs, { timeout: 30_000 }).toMatch(/"reason":"SIGTERM","msg":"stopping"/);
  await holder.query('rollback');
  expect((await call)[0]).toBe(200);
  expect(await copy.server.exited).toBe(0);
});

test('a port for probes that is in use is told by its setting', async () => {
  const { url } = await start();
  await expect(start({ STATUS_PORT: new URL(url).port })).rejects.toThrow(
    /Port \d+ is in use by another program\. Stop it, or set STATUS_PORT/,
  );
});
