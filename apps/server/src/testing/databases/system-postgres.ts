import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePorts } from '../processes/free-ports.ts';

/** A PostgreSQL of the system, as operators have it: with passwords, a TCP port, and its own tools. */
export interface SystemPostgres {
  port: number;
  /** The folder that the tools may write to. */
  folder: string;
  data: string;
  /** Returns a connection string. The superuser `postgres` needs no password. */
  url: (user: string, database: string) => string;
  /** Runs one of its programs, such as `pg_dump`, as its user. @returns its output @throws if it fails */
  run: (program: string, ...args: string[]) => string;
  start: () => Promise<void>;
  /** Ends it at once, as a crash does. */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
}

/** The parts of a PostgreSQL that does not run yet. */
export type PostgresPlace = Pick<SystemPostgres, 'folder' | 'data' | 'port' | 'run'>;

/** Makes an empty PostgreSQL. */
export const initialise = ({ data, run }: PostgresPlace): void =>
  void run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--encoding=UTF8', '--locale=C', '--no-instructions');

/** Returns the folder of the system's newest PostgreSQL. Debian keeps it off the PATH. */
export function findPrograms(): string {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((one, other) => Number(other) - Number(one)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  const found = folders.find((folder) =>
    ['initdb', 'postgres', 'pg_dump'].every((name) => existsSync(join(folder, name))),
  );
  if (found === undefined) throw new Error('no PostgreSQL of the system is installed: npm test installs it');
  return found;
}

/** Tells if a restored PostgreSQL takes changes. It says nothing when it has ended. */
function hasRecovered(run: SystemPostgres['run'], folder: string, port: number): boolean {
  const socket = ['--host', folder, '--port', String(port), '--username', 'postgres'];
  try {
    return run('psql', ...socket, '--command', 'select pg_is_in_recovery()', '-tA').trim() === 'f';
  } catch {
    return false;
  }
}

/** The password of all roles but the superuser. */
export const systemPassword = 'a-password';

/**
 * Makes and starts a PostgreSQL of the system in a folder that is removed when it stops.
 * @param settings further lines of postgresql.conf, also `port`
 * @param makeData makes its data folder; default: an empty PostgreSQL
 */
export async function startSystemPostgres(
  settings: Readonly<Record<string, string>> = {},
  makeData: (place: PostgresPlace) => void = initialise,
): Promise<SystemPostgres> {
  const programs = findPrograms();
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-postgresql-'));
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const port = Number(settings.port ?? (await findFreePorts(1)));
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(programs, program), args, {
      ...user,
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: folder, PGCONNECT_TIMEOUT: '30' },
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 256 * 1024 * 1024,
    });
  const given = { port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: folder, ...settings };
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals) => {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    ending.kill(signal);
    await once(ending, 'exit');
  };
  const start = async () => {
    const options = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const starting = spawn(join(programs, 'postgres'), ['-D', data, ...options], {
      ...user,
      cwd: folder,
      stdio: 'ignore',
    });
    child = starting;
    const pidFile = join(data, 'postmaster.pid');
    const isReady = () => existsSync(pidFile) && /^\d+\n[^]*\nready\s*$/.test(readFileSync(pidFile, 'utf8'));
    // While it plays an archive back it says "ready" too, for those who only read.
    const isRestored = existsSync(join(data, 'recovery.signal'));
    const isOpen = () => isReady() && (!isRestored || hasRecovered(run, folder, port));
    while (!isOpen()) {
      if (starting.exitCode !== null) throw new Error(`PostgreSQL ended with ${starting.exitCode}`);
      await pause(20);
    }
  };
  try {
    makeData({ folder, data, port, run });
    await start();
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    port,
    folder,
    data,
    url: (name, database) =>
      `postgresql://${name}${name === 'postgres' ? '' : `:${systemPassword}`}@127.0.0.1:${port}/${database}`,
    run,
    start,
    kill: () => end('SIGQUIT'),
    stop: async () => {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
