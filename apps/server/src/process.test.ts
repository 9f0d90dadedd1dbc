import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { isAlive, readPidFile } from '@quayside/embedded-postgres/orphan.ts';
import { makeDatabaseFolder } from './testing/databases/database-folder.ts';
import { programs, type RunningProcess, startProcess } from './testing/processes/child-process.ts';
import { findFreePorts } from './testing/processes/free-ports.ts';

/** Starts, kills and restarts the real process with its embedded database, as an operator may. */

const base = makeDatabaseFolder('quayside test ');
chmodSync(base, 0o711); // root's PostgreSQL runs as another user runs as another user, who must be able to enter
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** The first start makes the database. Each test leaves it as a real server would. */
const DATA_DIR = join(base, 'data');

async function start(settings: NodeJS.ProcessEnv): Promise<RunningProcess> {
  const PORT = String(await findFreePorts(1));
  const server = await startProcess(programs.server, { NODE_ENV: 'test', WORKER: 'off', PORT, ...settings });
  onTestFinished(() => server.kill());
  return server;
}

const postgresOf = (folder: string) => readPidFile(join(folder, 'postgres', 'data'))?.pid ?? 0;

async function isGoneWithin(pid: number, milliseconds: number): Promise<boolean> {
  for (let waited = 0; waited < milliseconds; waited += 50) {
    if (!isAlive(pid)) return true;
    await pause(50);
  }
  return false;
}

/** Returns the one line that a refused start prints. */
async function refusal(settings: NodeJS.ProcessEnv): Promise<string> {
  const error = await start(settings).then(
    () => new Error('it started'),
    (refused: Error) => refused,
  );
  const [headline, ...lines] = error.message.trim().split('\n');
  expect(headline).toMatch(/ended with 1\./);
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

test('stopped in order, it leaves no PostgreSQL, and starts again on what it stored', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const server = await start({ DATA_DIR });
    const postgres = postgresOf(DATA_DIR);
    expect(isAlive(postgres)).toBe(true);
    await server.kill(signal);
    expect(await server.exited).toBe(0);
    expect(isAlive(postgres)).toBe(false);
  }
});

test('killed, it takes PostgreSQL with it within five seconds', async () => {
  const server = await start({ DATA_DIR });
  const postgres = postgresOf(DATA_DIR);
  await server.kill('SIGKILL');
  expect(await isGoneWithin(postgres, 5000)).toBe(true);
});

test.runIf(process.platform === 'linux')(
  'killed together with its watchdog, it takes PostgreSQL with it all the same',
  async () => {
    const server = await start({ DATA_DIR });
    const postgres = postgresOf(DATA_DIR);
    process.kill(parentOf(postgres), 'SIGKILL');
    await server.kill('SIGKILL');
    expect(await isGoneWithin(postgres, 5000)).toBe(true);
  },
);

test('if the system has no setpriv, the next start ends the PostgreSQL that was left', async () => {
  const server = await start({ DATA_DIR, PATH: '/nowhere' });
  const left = postgresOf(DATA_DIR);
  process.kill(parentOf(left), 'SIGKILL');
  await server.kill('SIGKILL');
  expect(isAlive(left)).toBe(true);

  await start({ DATA_DIR });
  expect(isAlive(left)).toBe(false);
  expect(postgresOf(DATA_DIR)).not.toBe(left);
});

test('a note of a PostgreSQL that is gone, with a number that is now another process’s, is no obstacle', async () => {
  const server = await start({ DATA_DIR });
  const note = join(DATA_DIR, 'postgres', 'data', 'postmaster.pid');
  const written = readFileSync(note, 'utf8');
  await server.stop();
  writeFileSync(note, written.replace(/^\d+/, String(process.pid)));
  await start({ DATA_DIR });
  expect(isAlive(postgresOf(DATA_DIR))).toBe(true);
});

test('[RUN-218] a data folder where none can be made, as below /proc or a file, is told in one line', async () => {
  const file = join(base, 'file');
  writeFileSync(file, '');
  for (const place of ['/proc/quayside/data', file, join(file, 'data')]) {
    const told = await refusal({ DATA_DIR: place });
    expect(told).toMatch(/^No folder can be made at .+\. Set DATA_DIR to another folder\./);
    expect(told).toContain(place);
  }
});

test('a second start on the same folder says who holds it', async () => {
  const server = await start({ DATA_DIR });
  expect(await refusal({ DATA_DIR })).toMatch(`is held by the server on port`);
  expect(await refusal({ DATA_DIR })).toMatch(`process ${server.pid}`);
});

test('a port in use, a database of another version, a wrong variable: one line that says what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const PORT = String((other.address() as AddressInfo).port);
  expect(await refusal({ DATA_DIR, PORT })).toMatch(/^Port \d+ is in use .*set PORT/);

  const version = join(DATA_DIR, 'postgres', 'data', 'PG_VERSION');
  const ours = readFileSync(version);
  writeFileSync(version, '14\n');
  expect(await refusal({ DATA_DIR })).toMatch(/made by PostgreSQL 14, and this is 18\. Move/);
  writeFileSync(version, ours);
  expect(await refusal({ DATA_DIR, PORT: 'eighty' })).toMatch(/^PORT is wrong/);
  const nowhere = { DATABASE_URL: 'postgresql://x@127.0.0.1:9/x', DATABASE_WAIT_SECONDS: '0' };
  expect(await refusal(nowhere)).toMatch(/^No PostgreSQL answers at 127.0.0.1:9/);
});

test.runIf(process.getuid?.() === 0)(
  'a data folder that only root may enter: the database goes where PostgreSQL can',
  async () => {
    const closed = join(base, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    chmodSync(closed, 0o700);
    const data = join(closed, 'data');
    const server = await start({ DATA_DIR: data });
    const { folder } = JSON.parse(readFileSync(join(data, 'postgres', 'elsewhere.json'), 'utf8')) as {
      folder: string;
    };
    onTestFinished(() => rmSync(folder, { recursive: true }));
    expect(readdirSync(folder)).toContain('data');
    await server.stop();
    const again = await start({ DATA_DIR: data }); // and the server finds the data there again
    expect(isAlive(readPidFile(join(folder, 'data'))?.pid ?? 0)).toBe(true);
    await again.stop();
  },
);

const parentOf = (pid: number) => Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
