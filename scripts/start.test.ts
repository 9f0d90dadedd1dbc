import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { isAlive, readPidFile } from '@quayside/embedded-postgres/orphan.ts';
import { makeDatabaseFolder } from '../apps/server/src/testing/databases/database-folder.ts';
import { findFreePorts } from '../apps/server/src/testing/processes/free-ports.ts';
import { root } from './command/project.mjs';
import { findBlockedPort } from './run/blocked-ports.mjs';

/** Tests `npm start` as a person types it, in a data folder whose path has a space. */

const DATA_DIR = makeDatabaseFolder('quayside test ');
chmodSync(DATA_DIR, 0o711); // root's PostgreSQL runs as another user, who needs access
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

type Running = { npm: ChildProcess; PORT: string; SANDBOX_PORT: string; said: () => string };

async function npmStart(settings: NodeJS.ProcessEnv = {}): Promise<Running> {
  const PORT = String(await findFreePorts(1));
  const SANDBOX_PORT = String(await findFreePorts(10));
  const env = { ...process.env, NODE_ENV: '', PORT, SANDBOX_PORT, DATA_DIR, LOG_LEVEL: '', ...settings };
  const npm = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void npm.kill('SIGKILL'));
  let said = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const closed = once(npm, 'close').then(() => 'closed');
  while (!said.includes('Stop: Ctrl-C') && (await Promise.race([closed, pause(50)])) !== 'closed');
  return { npm, PORT, SANDBOX_PORT, said: () => said };
}

const answers = (port: string) =>
  fetch(`http://127.0.0.1:${port}/`, { headers: { tenantKey: 'saltmarsh' } }).then(
    ({ status }) => status,
    () => 'nobody',
  );

const postgres = () => readPidFile(join(DATA_DIR, 'postgres', 'data'))?.pid ?? 0;

test('npm start prints addresses and logins, and on SIGINT nothing outlives it', async () => {
  const { npm, PORT, SANDBOX_PORT, said } = await npmStart();
  expect(said()).toContain(`http://saltmarsh.localhost:${PORT}/   jo.sailor@example.com  Harbour#2026`);
  expect(said()).toContain(`http://port-azur.localhost:${PORT}/   luc.marin@example.com  Harbour#2026`);
  expect(said()).toContain('Uploads: not scanned for viruses (CLAMAV_HOST');
  expect(said()).not.toMatch(/^\{/m); // no line of it comes from the log
  expect(await answers(PORT)).toBe(200);

  const pid = postgres();
  npm.kill('SIGINT');
  await once(npm, 'close');
  expect(isAlive(pid)).toBe(false);
  expect([await answers(PORT), await answers(SANDBOX_PORT)]).toEqual(['nobody', 'nobody']);
});

test('an operator’s command works on what the running server serves', async () => {
  const { npm, PORT } = await npmStart();
  const env = { ...process.env, NODE_ENV: '', PORT, DATA_DIR };
  const args = ['run', '-s', 'quayside', '--', 'staff-link', '--tenant', 'saltmarsh', '--as', 'Sam Office'];
  const ask = (account: string) => promisify(execFile)('npm', [...args, '--account', account], { cwd: root, env });
  const { stdout } = await ask('jo.sailor@example.com');
  expect(stdout).toContain(`http://saltmarsh.localhost:${PORT}/staff-view#`);
  const [, token] = /#(\S+)/.exec(stdout) ?? [];
  const opened = await fetch(`http://127.0.0.1:${PORT}/harbour/api/staff-view`, {
    method: 'POST',
    headers: { tenantKey: 'saltmarsh', 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  expect(opened.status).toBe(200);
  await expect(ask('nobody@example.com')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Saltmarsh Marina has no open account "nobody@example.com"\. .+\n$/),
  });
  expect(await answers(PORT)).toBe(200);
  npm.kill('SIGINT');
  await once(npm, 'close');
});

test('an operator’s command starts the database itself where no server runs, and stops it again', async () => {
  const env = { ...process.env, NODE_ENV: '', DATA_DIR };
  const args = ['run', '-s', 'quayside', '--', 'audit', 'verify', '--tenant', 'saltmarsh'];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: root, env });
  expect(stdout).toMatch(/^saltmarsh: \d+ entries, whole, ending in [0-9a-f]{64}$/m);
  expect(postgres()).toBe(0);
});

test('when npm is killed, server, sandbox and PostgreSQL are gone within five seconds', async () => {
  const { npm, PORT, SANDBOX_PORT } = await npmStart();
  const pid = postgres();
  npm.kill('SIGKILL');
  const isGone = async () =>
    !isAlive(pid) && (await answers(PORT)) === 'nobody' && (await answers(SANDBOX_PORT)) === 'nobody';
  for (let waited = 0; waited < 5000 && !(await isGone()); waited += 100) await pause(100);
  expect(await isGone()).toBe(true);
});

test('with nohup, npm run serve outlives the terminal that started it', async () => {
  const log = join(DATA_DIR, 'serve.log');
  const PORT = String(await findFreePorts(1));
  const env = { ...process.env, SHELL: '/bin/bash', NODE_ENV: 'test', PORT, DATA_DIR, LOG_LEVEL: '' };
  const terminal = spawn('script', ['--quiet', '--command', 'bash --norc -i', '/dev/null'], { cwd: root, env });
  onTestFinished(() => void terminal.kill('SIGKILL'));
  terminal.stdin.write(`nohup npm run serve > '${log}' 2>&1 &\n`);
  const server = () => Number(/"pid":(\d+).*listening at/.exec(existsSync(log) ? readFileSync(log, 'utf8') : '')?.[1]);
  await expect.poll(server).toBeGreaterThan(0);
  const pid = server();
  const parentOf = (of: number) => Number(/^PPid:\t(\d+)/m.exec(readFileSync(`/proc/${of}/status`, 'utf8'))?.[1]);
  const serve = parentOf(pid);
  const npm = parentOf(serve);
  onTestFinished(async () => {
    process.kill(pid, 'SIGTERM');
    await expect.poll(() => isAlive(serve)).toBe(false);
  });

  terminal.kill('SIGKILL');
  await expect.poll(() => isAlive(npm)).toBe(false);
  const later = Date.now() + 3_000; // whoever watches for npm has noticed by then
  while (Date.now() < later) expect([await answers(PORT), isAlive(pid)]).toEqual([expect.any(Number), true]);
});

test.each([
  [{ PORT: '6000' }, 'PORT=6000 does not work: browsers refuse to open port 6000. Set another port.'],
  [{ SANDBOX_PORT: '4182' }, 'SANDBOX_PORT=4182 does not work: browsers refuse to open port 4190. Set another port.'],
])('a port that no browser opens ends it with one line: %o', async (settings, line) => {
  const { npm, said } = await npmStart(settings);
  expect([npm.exitCode, said().split('\n')]).toEqual([1, expect.arrayContaining([line])]);
});

test('a port that no browser opens ends the server alone too', async () => {
  const env = { ...process.env, NODE_ENV: '', PORT: '6000', DATA_DIR };
  const refused = promisify(execFile)('npm', ['run', '-s', 'serve'], { cwd: root, env });
  const stderr = 'PORT=6000 does not work: browsers refuse to open port 6000. Set another port.\n';
  await expect(refused).rejects.toMatchObject({ code: 1, stderr });
});

test('the blocked ports are exactly those that fetch refuses', async () => {
  const isRefused = (port: number) =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD', signal: AbortSignal.timeout(5_000) }).then(
      () => false,
      (error: Error) => String((error.cause as Error | undefined)?.message) === 'bad port',
    );
  const some = [1, 6, 22, 80, 443, 995, 1_720, 2_049, 3_000, 3_001, 4_045, 4_190, 5_061, 6_000, 6_697, 8_080, 10_080];
  const refused = await Promise.all(some.map(isRefused));
  expect(some.map((port) => findBlockedPort(port, 1) !== undefined)).toEqual(refused);
});

test('a port in use ends it with one line that says what to do', async () => {
  const other = createServer();
  const PORT = String(await findFreePorts(1));
  other.listen(Number(PORT), '127.0.0.1');
  await once(other, 'listening');
  const { npm, said } = await npmStart({ PORT });
  other.close();
  expect(npm.exitCode).toBe(1);
  expect(said()).toMatch(new RegExp(`^Port ${PORT} is in use by another program\\. Stop it, or set PORT`, 'm'));
  expect(said()).not.toMatch(/^\s+at /m);
});
