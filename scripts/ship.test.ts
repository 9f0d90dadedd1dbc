import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { apiBase } from '@quayside/contract/shared/call.ts';
import { signIn } from '@quayside/contract/identity/identity.ts';
import { createImport } from '@quayside/contract/integration/imports.ts';
import { getInvoice } from '@quayside/contract/orders/invoices.ts';
import { listOutstandingOrders } from '@quayside/contract/orders/orders.ts';
import { checkRenewalToken, registerAccount } from '@quayside/contract/identity/registration.ts';
import {
  startSystemPostgres,
  type SystemPostgres,
  systemPassword,
} from '../apps/server/src/testing/databases/system-postgres.ts';
import { samplePassword } from '../apps/server/src/testing/factories/factories.ts';
import { HttpClient } from '../apps/server/src/testing/http-client.ts';
import { findFreePorts } from '../apps/server/src/testing/processes/free-ports.ts';
import { testSecretsKey } from '../apps/server/src/testing/secret-keys.ts';
import { inProject, root } from './command/project.mjs';
import { proxyNames, startProxy } from './deploy/proxies.ts';
import { serverProgram } from './run/server-program.mjs';

/** Runs what is shipped as a machine of production does: another folder, another user, nothing of the sources. */

const base = mkdtempSync(join(tmpdir(), 'quayside-test-ship-'));
const shipped = join(base, 'quayside');
/** The only folder that the server may write to. */
const data = join(base, 'data');
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
let postgres: SystemPostgres;
let settings: Record<string, string>;

const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = settings) =>
  execFileSync(program, args, { cwd: '/', env, ...user, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** Ends a program, and waits until it is gone. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

interface Copy {
  port: number;
  process: ChildProcess;
}

/** Starts a copy of the server, and ends it with its test. PostgreSQL has connections for a few copies only. */
async function startCopy(): Promise<Copy> {
  const [port, status] = [await findFreePorts(1), await findFreePorts(1)];
  const env = { ...settings, PORT: String(port), STATUS_PORT: String(status), LOG_LEVEL: 'error' };
  const process = spawn(join(shipped, 'bin', 'node'), serverProgram, {
    cwd: shipped,
    env,
    ...user,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => end(process));
  const isReady = () =>
    fetch(`http://127.0.0.1:${status}/ready`).then(
      ({ status: answer }) => answer,
      () => process.exitCode ?? 'starting',
    );
  await expect.poll(isReady).toBe(200);
  return { port, process };
}

beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/ship.mjs', shipped], { cwd: root });
  mkdirSync(data);
  chmodSync(base, 0o755);
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid);
  postgres = await startSystemPostgres();
  const admin = { PGHOST: '127.0.0.1', PGPORT: String(postgres.port), PATH: process.env.PATH };
  run(inProject('deploy', 'compose', 'roles.sh'), [], {
    ...admin,
    OWNER_PASSWORD: systemPassword,
    APP_PASSWORD: systemPassword,
  });
  settings = {
    NODE_ENV: 'production',
    PATH: '/usr/bin:/bin',
    HOST: '127.0.0.1',
    TRUST_PROXY: '127.0.0.1',
    DATA_DIR: data,
    SECRETS_KEY: testSecretsKey,
    DATABASE_URL: postgres.url('quayside_app', 'quayside'),
    MIGRATION_DATABASE_URL: postgres.url('quayside_owner', 'quayside'),
  };
  run(join(shipped, 'bin', 'quayside'), ['import', inProject('docs', 'operating', 'example-import')]);
});

afterAll(async () => {
  await postgres?.stop();
  rmSync(base, { recursive: true, force: true });
});

test('the shipped files have at most 270 MB, so that an image on Debian’s 75 MB is at most 350 MB', () => {
  const [bytes] = execFileSync('du', ['-s', '--bytes', shipped], { encoding: 'utf8' }).split('\t');
  expect(Number(bytes)).toBeLessThan(270_000_000);
});

test('without DATABASE_URL the server says to set it, because no PostgreSQL is shipped', () => {
  const { DATABASE_URL: _url, MIGRATION_DATABASE_URL: _owner, ...without } = settings;
  const env = { ...without, DATA_DIR: join(data, 'none') };
  const command = [
    join(shipped, 'bin', 'quayside'),
    ['import', inProject('docs', 'operating', 'example-import')],
  ] as const;
  const { status, stderr } = spawnSync(...command, { cwd: '/', env, ...user, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/No PostgreSQL for \S+ is installed\. Set DATABASE_URL to a PostgreSQL 15 or newer\. /);
});

test('the shipped server draws pages, reads uploaded PDFs and sets papers', async () => {
  const { port } = await startCopy();
  const url = `http://127.0.0.1:${port}`;
  // A page does not wait longer than half a second for its drawing, and the first drawing of a copy may take longer.
  const heading = async () => /<h1[^>]*>([^<]*)/.exec((await new HttpClient(url, 'gullhaven').get('/')).text)?.[1];
  await expect.poll(heading, { timeout: 20_000 }).toBe('Welcome to Gullhaven Marina');

  const client = new HttpClient(url, 'gullhaven');
  const issued = run(join(shipped, 'bin', 'quayside'), [
    'code',
    'issue',
    '--tenant',
    'gullhaven',
    '--account',
    '10021',
  ]);
  const renewalToken = /renewal-token=(\w{10})/.exec(issued)?.[1] ?? '';
  const { body: opened } = await client.call(checkRenewalToken, { query: { renewalToken } });
  const guid = opened.accountGuid;
  const email = 'morgan@example.com';
  await client.call(registerAccount, { body: { account: { guid, renewalToken, email }, password: samplePassword } });
  await client.call(signIn, { body: { userName: email, password: samplePassword, rememberMe: false } });

  const { body: orders } = await client.call(listOutstandingOrders, { params: { guid } });
  const orderGuid = orders.orders[0]?.guid ?? '';
  const invoice = await client.call(getInvoice, { params: { orderGuid, accountGuid: guid } });
  expect([invoice.status, invoice.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
});

const wrongSignIn = {
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ userName: 'nobody@example.com', password: 'Wrong#2026', rememberMe: false }),
};

test.each(proxyNames)('[RUN-192] %s serves two copies by TLS, and does without one that is killed', async (name) => {
  const [one, two] = [await startCopy(), await startCopy()];
  const { child, ask } = await startProxy(name, { copies: [one.port, two.port], folder: data, user });
  child.stderr?.pipe(process.stderr);
  onTestFinished(() => end(child)); // before the copies
  const good = { status: 200, hsts: true };
  await expect.poll(() => ask()).toEqual(good);

  const before = await Promise.all(Array.from({ length: 10 }, () => ask()));
  one.process.kill('SIGKILL');
  const after = [];
  for (let time = 0; time < 20; time += 1) after.push(await ask());
  expect([...before, ...after]).toEqual(Array.from({ length: 30 }, () => good));

  await pause(3_000); // Caddy asks each copy every second
  const signIns = [];
  for (let time = 0; time < 10; time += 1) signIns.push(await ask(`${apiBase}${signIn.path}`, wrongSignIn));
  expect(signIns).toEqual(Array.from({ length: 10 }, () => expect.objectContaining({ status: 401 })));
});

test.each(proxyNames)('[RUN-191] %s takes the import of a program that is larger than any upload', async (name) => {
  const [one, two] = [await startCopy(), await startCopy()];
  const { child, ask } = await startProxy(name, { copies: [one.port, two.port], folder: data, user });
  child.stderr?.pipe(process.stderr);
  onTestFinished(() => end(child));
  await expect.poll(() => ask()).toMatchObject({ status: 200 });
  const scopes = ['--name', 'Back office', '--scopes', 'imports:write'];
  const made = run(join(shipped, 'bin', 'quayside'), ['key', 'create', '--tenant', 'gullhaven', ...scopes]);
  const headers = {
    authorization: `Bearer ${/qs_live_\w+/.exec(made)?.[0]}`,
    'content-type': 'text/csv',
    'idempotency-key': name,
  };
  const body = `no_such_column\n${'x'.repeat(78_000_000)}\n`;
  const path = `${apiBase}${createImport.path}?kind=accounts&dryRun=true`;
  expect(await ask(path, { headers, body })).toMatchObject({ status: 201 });
});
