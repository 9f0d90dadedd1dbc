import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/databases/test-database.ts';
import { programs, type RunningProcess, startProcess } from './testing/processes/child-process.ts';
import { type DatabaseProxy, startDatabaseProxy } from './testing/processes/failing-proxy.ts';
import { findFreePorts } from './testing/processes/free-ports.ts';
import { testSecretsKey } from './testing/secret-keys.ts';

/** Tests a real server that starts before its PostgreSQL does, and whose network fails later. */

let database: TestDatabase;
const folder = mkdtempSync(join(tmpdir(), 'quayside-test-start-'));
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

interface Starting {
  url: string;
  pid: Promise<number>;
  /** Resolves when it is ready. */
  run: Promise<RunningProcess>;
}

async function start(databaseUrl: string, settings: NodeJS.ProcessEnv = {}): Promise<Starting> {
  const port = await findFreePorts(1);
  const { promise: pid, resolve: begun } = Promise.withResolvers<number>();
  const given = {
    NODE_ENV: 'test',
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    SECRETS_KEY: testSecretsKey,
    ...settings,
  };
  const run = startProcess(programs.server, given, [], begun);
  return { url: `http://127.0.0.1:${port}`, pid, run };
}

const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );

async function proxied(): Promise<DatabaseProxy> {
  const proxy = await startDatabaseProxy(database.appUrl);
  onTestFinished(proxy.close);
  return proxy;
}

test('a server that starts before PostgreSQL waits, and answers 503: JSON to a call, HTML to a person', async () => {
  const proxy = await proxied();
  await proxy.become('refuses');
  const { url, run } = await start(proxy.url);
  await expect.poll(() => statusOf(url), { timeout: 30_000 }).toBe(503);

  const page = await fetch(`${url}/login`, { headers: { 'accept-language': 'de' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await page.text()).toMatch(/<html lang="de-DE".*Wir können gerade nicht antworten/);
  const call = await fetch(`${url}/harbour/api/health`);
  expect([call.status, Number(call.headers.get('retry-after')) > 0]).toEqual([503, true]);
  expect(await call.json()).toMatchObject({ responseStatus: { errorCode: 'UNAVAILABLE', errors: [] } });

  await proxy.become('passes');
  const server = await run;
  onTestFinished(() => server.kill());
  expect(await statusOf(`${url}/harbour/api/health`)).toBe(200);
  expect(server.logs()).toMatch(/"reason":"No PostgreSQL answers at [^"]*","msg":"waiting for PostgreSQL"/);
  await server.stop();
  expect(await server.exited).toBe(0);
});

test('PostgreSQL that says it is starting is waited for, however long the wait for a silent one is', async () => {
  // PostgreSQL's own answer: an ErrorResponse with the code 57P03, which every connection gets during recovery.
  const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is starting up'].map((field) => `${field}\0`);
  const body = Buffer.from(`${fields.join('')}\0`);
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(body.length + 4, 1);
  let requests = 0;
  const starting = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      requests++;
      socket.end(Buffer.concat([head, body]));
    });
  }).listen(0, '127.0.0.1');
  await once(starting, 'listening');
  const { port } = starting.address() as AddressInfo;
  const proxy = await proxied();
  const { url, run } = await start(`postgresql://quayside_app@127.0.0.1:${port}/${database.name}`, {
    DATABASE_WAIT_SECONDS: '0',
  });
  await expect.poll(() => requests, { timeout: 30_000 }).toBeGreaterThan(2);
  expect(await statusOf(url)).toBe(503);
  // It is up: the same port now leads to a real PostgreSQL.
  starting.removeAllListeners('connection').on('connection', (client) => {
    const { port: to } = new URL(proxy.url);
    const behind = connect(Number(to), '127.0.0.1');
    for (const end of [client, behind]) end.on('error', () => {});
    client.pipe(behind).pipe(client);
  });
  const server = await run;
  onTestFinished(() => server.kill());
  onTestFinished(() => void starting.close());
  expect(await statusOf(`${url}/harbour/api/health`)).toBe(200);
});

test('asked to stop while it waits for PostgreSQL, it stops', async () => {
  const proxy = await proxied();
  await proxy.become('refuses');
  const { url, run, pid } = await start(proxy.url, { DATABASE_WAIT_SECONDS: '3000' });
  const ended = run.catch((error: Error) => error.message);
  await expect.poll(() => statusOf(url), { timeout: 30_000 }).toBe(503);
  process.kill(await pid, 'SIGTERM');
  expect(await ended).toMatch(/Stopped while it waited/);
});

test('a port in use is told before anything is asked of PostgreSQL', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const proxy = await proxied();
  await proxy.become('refuses');
  const PORT = String((other.address() as AddressInfo).port);
  const { run } = await start(proxy.url, { PORT, DATABASE_WAIT_SECONDS: '3000' });
  await expect(run).rejects.toThrow(/Port \d+ is in use by another program/);
});

test('it listens and answers before its jobs have started', async () => {
  const holder = new pg.Client(database.ownerUrl);
  await holder.connect();
  onTestFinished(() => holder.end());
  const proxy = await proxied();
  await holder.query('begin; lock table graphile_worker.migrations in access exclusive mode');
  const { url, run } = await start(proxy.url);
  let isReady = false;
  const ready = run.then((server) => {
    isReady = true;
    return server;
  });
  await expect.poll(() => statusOf(`${url}/harbour/api/health`), { timeout: 30_000 }).toBe(200);
  expect(isReady).toBe(false);
  await holder.query('rollback');
  const server = await ready;
  onTestFinished(() => server.kill());
});

test('a network that swallows packets is noticed and logged, a call is answered 503, later served', async () => {
  const proxy = await proxied();
  const { url, run } = await start(proxy.url, { WORKER: 'off' });
  const server = await run;
  onTestFinished(() => server.kill());
  expect(await statusOf(`${url}/harbour/api/health`)).toBe(200);
  await proxy.become('swallows');
  expect(await statusOf(`${url}/harbour/api/health`)).toBe(503);
  expect(await statusOf(`${url}/`)).toBe(503);
  const cut = /"reason":"PostgreSQL did not answer: the connection is cut","msg":"database connection lost"/;
  await expect.poll(server.logs, { timeout: 30_000 }).toMatch(cut);
  await proxy.become('passes');
  await expect.poll(() => statusOf(`${url}/harbour/api/health`), { timeout: 30_000 }).toBe(200);
});

test('in production a server without a mail server says at each start that mails reach nobody', async () => {
  const { run } = await start(database.appUrl, { NODE_ENV: 'production', HOST: '127.0.0.1' });
  const server = await run;
  onTestFinished(() => server.kill());
  const said = /"level":40,.*"msg":"no mail server is configured: [^"]*\(MAIL_URL\)"/;
  await expect.poll(server.logs, { timeout: 30_000 }).toMatch(said);
});

test('in production the demo, whose passwords are known to everybody, doesn’t start', async () => {
  const { run } = await start(database.appUrl, { NODE_ENV: 'production', HOST: '127.0.0.1', DEMO: 'on' });
  await expect(run).rejects.toThrow('DEMO is not for production');
});
