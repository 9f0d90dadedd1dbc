import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { applicationRole, ownerRole } from '../../db/opening/roles.ts';
import { findFreePorts } from '../processes/free-ports.ts';

export interface PgBouncer {
  /** Returns the URL of the same role and database by way of the pooler. */
  urlOf: (databaseUrl: string) => string;
  stop: () => Promise<void>;
}

interface PoolerOptions {
  mode?: 'transaction' | 'session' | 'statement';
  /** Further lines of its configuration. */
  settings?: Readonly<Record<string, string>>;
}

/**
 * Starts Debian's PgBouncer in front of a test's PostgreSQL.
 * @param databaseUrl over a unix socket
 */
export async function startPgBouncer(
  databaseUrl: string,
  { mode = 'transaction', settings = {} }: PoolerOptions = {},
): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-pgbouncer-'));
  // It refuses to run as root. Only the user of the test's PostgreSQL reaches its socket.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const target = new URL(databaseUrl);
  const sockets = target.searchParams.get('host') ?? decodeURIComponent(target.hostname);
  const port = await findFreePorts(1);
  const users = join(folder, 'users.txt');
  writeFileSync(users, [applicationRole, ownerRole].map((role) => `"${role}" ""\n`).join(''));
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: users,
    pool_mode: mode,
    ...settings,
  }).map(([name, value]) => `${name} = ${value}\n`);
  const configuration = join(folder, 'pgbouncer.ini');
  const databases = `[databases]\n* = host=${sockets} port=${target.port || '5432'}\n`;
  writeFileSync(configuration, `${databases}[pgbouncer]\n${lines.join('')}`);
  if (user.uid !== undefined) for (const path of [folder, users, configuration]) chownSync(path, user.uid, user.gid);
  chmodSync(folder, 0o700);
  let output = '';
  // Debian keeps it where only administrators look for programs.
  const program = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((place) => join(place, 'pgbouncer'))
    .find((path) => existsSync(path));
  if (program === undefined) throw new Error('no PgBouncer of the system is installed: npm test installs it');
  const child = spawn(program, [configuration], { ...user, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const exited = once(child, 'exit');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  while (!(await answers(port))) {
    if (hasEnded()) throw new Error(`PgBouncer ended with ${child.exitCode}: ${output}`);
    await pause(20);
  }
  return {
    urlOf: (url) => {
      const pooled = new URL(url);
      pooled.search = '';
      pooled.host = `127.0.0.1:${port}`;
      return pooled.href;
    },
    stop: async () => {
      if (!hasEnded()) child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
