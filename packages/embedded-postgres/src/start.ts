import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { EmbeddedPostgresError } from './postgres-error.ts';
import { prepareCluster, superuser } from './cluster.ts';
import { endOrphan, readPidFile } from './orphan.ts';
import { findOwner, takeOwnership } from './owner-lock.ts';
import { choosePlace, type Place } from './place.ts';
import type { Watched } from './watchdog.ts';

export type EmbeddedPostgres = {
  /** The folder of the data. Usually it is the one asked for; place.ts has the exception. */
  folder: string;
  /** The folder of the sockets, until PostgreSQL is stopped. */
  sockets: string;
  /** Returns a connection string for a role and a database, over the unix socket. */
  url: (role: string, database: string) => string;
  /** The superuser's connection string, to create roles and databases. */
  adminUrl: string;
  /** Returns what PostgreSQL wrote to its log since this start. */
  said: () => string;
  /** Resolves when PostgreSQL ends without being asked. */
  ended: Promise<void>;
  /** Stops PostgreSQL after it has stored everything. */
  stop: () => Promise<void>;
};

export type EmbeddedPostgresOptions = {
  folder: string;
  /** The description of this process, for a second start on the same folder. */
  who: string;
  /** PostgreSQL settings beside ours, e.g. `{ fsync: 'off' }` for a database that may be lost. */
  settings?: Record<string, string>;
};

/**
 * Starts PostgreSQL on a folder, and makes the database if there is none.
 * @throws EmbeddedPostgresError for a reason that a person can correct; otherwise the error as the system gave it
 */
export async function startEmbeddedPostgres({
  folder,
  who,
  settings = {},
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const place = choosePlace(folder);
  const lock = await takeOwnership(place.sockets, who);
  if (lock === undefined) {
    const owner = (await findOwner(place.sockets)) ?? 'another process';
    throw new EmbeddedPostgresError(
      'held',
      `The database in ${place.folder} is held by ${owner}. Stop that one first.`,
    );
  }
  try {
    const data = await prepareCluster(place);
    await endOrphan(data, place.sockets);
    const started = await startWatched(place, data, settings);
    return running(place, started, lock.release);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Returns the connection string of a role and a database, for the PostgreSQL whose sockets are in this folder. */
export const urlIn = (sockets: string) => (role: string, database: string) =>
  `postgresql://${role}@localhost/${database}?host=${encodeURIComponent(sockets)}`;

function running(place: Place, { watchdog, said }: Started, release: () => Promise<void>): EmbeddedPostgres {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const gone = new Promise<void>((settle) => watchdog.once('exit', () => settle()));
  let stopping = false;
  void gone.then(() => stopping || resolve());
  const url = urlIn(place.sockets);
  return {
    folder: place.folder,
    sockets: place.sockets,
    url,
    adminUrl: url(superuser, 'postgres'),
    said,
    ended,
    stop: async () => {
      if (!stopping && watchdog.connected) watchdog.send('stop');
      stopping = true;
      await gone;
      await release();
      dropFolder(place.sockets);
    },
  };
}

/** Removes the folder of the sockets, unless the next start already uses it. */
function dropFolder(sockets: string): void {
  try {
    rmdirSync(sockets);
  } catch {
    // It is not empty.
  }
}

/** `said` returns what PostgreSQL wrote to its log since this start. */
type Started = { watchdog: ChildProcess; said: () => string };

async function startWatched(place: Place, data: string, settings: Record<string, string>): Promise<Started> {
  const log = join(place.folder, 'postgresql.log');
  const written = rotate(log);
  const said = () => (existsSync(log) ? readFileSync(log).subarray(written).toString() : '');
  const watched: Watched = {
    command: join(place.binaries.folder, 'bin', 'postgres'),
    args: [
      '-D',
      data,
      ...Object.entries({ ...ours(place), ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    log,
    ...place.user,
  };
  const script = join(dirname(fileURLToPath(import.meta.url)), 'watchdog.ts');
  const watchdog = spawn(process.execPath, [script, JSON.stringify(watched)], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  await ready(watchdog, data, said);
  return { watchdog, said };
}

const ours = (place: Place) => ({
  listen_addresses: '',
  unix_socket_directories: place.sockets,
  unix_socket_permissions: '0700',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Statement details hold customers' data, so the log leaves them out.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  jit: 'off',
  random_page_cost: '1.1',
});

/**
 * Waits until PostgreSQL is ready. Recovery after a crash can take minutes, so there is no limit while PostgreSQL
 * runs.
 */
async function ready(watchdog: ChildProcess, data: string, said: () => string): Promise<void> {
  while (!readPidFile(data)?.ready) {
    if (watchdog.exitCode !== null || watchdog.signalCode !== null) throw new Error(lastWords(said()));
    await pause(5);
  }
}

function lastWords(said: string): string {
  const lines = said.split('\n');
  const reason = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.findLast((line) => line.trim() !== '');
  return `PostgreSQL didn't start: ${reason?.replace(/^.*?(FATAL|PANIC):\s*/, '') ?? 'it gave no reason'}`;
}

const tenMegabytes = 10 * 1024 * 1024;

/** Keeps one older log. Returns the size of the current one, in bytes. */
function rotate(log: string): number {
  if (!existsSync(log)) return 0;
  const { size } = statSync(log);
  if (size < tenMegabytes) return size;
  rmSync(`${log}.1`, { force: true });
  renameSync(log, `${log}.1`);
  return 0;
}
