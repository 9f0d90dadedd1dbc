import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolders } from './make-folders.ts';
import { EmbeddedPostgresError } from './postgres-error.ts';
import { type Binaries, copyBinaries, findBinaries } from './binaries.ts';

/** The system's user that PostgreSQL runs as. Undefined: the same as this process. */
export type SystemUser = { uid: number; gid: number } | undefined;

/** The place of one embedded PostgreSQL. */
export type Place = {
  /** Holds `data` and `postgresql.log`. */
  folder: string;
  /**
   * Holds two sockets: PostgreSQL's and the owner's (owner-lock.ts). The path is short, because a socket's path has
   * at most 107 bytes.
   */
  sockets: string;
  user: SystemUser;
  binaries: Binaries;
};

/** PostgreSQL refuses to run as root. This uid means nobody on every system, and needs no account. */
const nobody = { uid: 65534, gid: 65534 };

/**
 * Decides where PostgreSQL keeps its data and as which user it runs. The data is in `wanted`, unless we are root
 * and that user can't enter it (a project in /root). Then it is in a system folder, which a note in `wanted` names.
 * @throws EmbeddedPostgresError if data is there already and can't be reached
 */
export function choosePlace(wanted: string): Place {
  makeFolders(wanted);
  const realPath = realpathSync(wanted);
  if (process.getuid?.() !== 0)
    return { folder: realPath, sockets: socketsFor(realPath, undefined), user: undefined, binaries: findBinaries() };

  const user = ownerOf(join(realPath, 'data')) ?? nobody;
  const folder = reachableFolder(realPath, user);
  const installed = findBinaries();
  const binaries = canRun(user, installed) ? installed : copyBinaries(installed, systemFolder(user));
  return { folder, sockets: socketsFor(folder, user), user, binaries };
}

function reachableFolder(realPath: string, user: NonNullable<SystemUser>): string {
  const noted = elsewhere(realPath);
  if (noted !== undefined) return noted;
  chownSync(realPath, user.uid, user.gid);
  if (canEnter(user, realPath)) return realPath;
  chownSync(realPath, 0, 0);
  const name = `database-${randomBytes(6).toString('hex')}`;
  const folder = join(systemFolder(user), name);
  if (existsSync(join(realPath, 'data')))
    throw new EmbeddedPostgresError(
      'unreachable-data',
      `PostgreSQL runs as uid ${user.uid}, which can't enter ${realPath}. Let it pass (chmod o+x on the folders ` +
        `above), or move the data: mv '${realPath}' '${folder}'.`,
    );
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, user.uid, user.gid);
  writeFileSync(noteIn(realPath), JSON.stringify({ of: realPath, folder }));
  return folder;
}

/** Checks if a folder has a database, or a note that says where it is. It makes nothing. */
export const hasDatabase = (wanted: string): boolean => existsSync(join(wanted, 'data')) || existsSync(noteIn(wanted));

const noteIn = (folder: string) => join(folder, 'elsewhere.json');

/**
 * Returns the folder that an earlier start noted. A note that was copied along with its project counts for the
 * original only.
 */
function elsewhere(realPath: string): string | undefined {
  if (!existsSync(noteIn(realPath))) return undefined;
  const note = JSON.parse(readFileSync(noteIn(realPath), 'utf8')) as { of: string; folder: string };
  return note.of === realPath && existsSync(note.folder) ? note.folder : undefined;
}

/**
 * Finds a folder outside the project that `user` can enter: the system's folder for state, else the one for
 * temporary files.
 */
function systemFolder(user: NonNullable<SystemUser>): string {
  for (const folder of ['/var/lib/quayside', join(tmpdir(), 'quayside'), '/tmp/quayside']) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      chmodSync(folder, 0o755);
      if (lstatSync(folder).uid === 0 && canEnter(user, folder)) return folder;
    } catch {
      // It is read-only or missing: try the next one.
    }
  }
  throw new EmbeddedPostgresError(
    'unreachable-data',
    `PostgreSQL runs as uid ${user.uid} and can enter no folder we can write to. Set DATA_DIR to one that ` +
      'everybody may enter.',
  );
}

function socketsFor(folder: string, user: SystemUser): string {
  const name = `quayside-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`;
  const longest = 107 - `/${name}/.s.PGSQL.5432`.length;
  const fits = (parent: string) => parent.length <= longest && (user === undefined || canEnter(user, parent));
  const sockets = join([tmpdir(), '/tmp'].find(fits) ?? '/tmp', name);
  const uid = user?.uid ?? process.getuid?.();
  mkdirSync(sockets, { recursive: true, mode: 0o700 });
  if (user !== undefined && lstatSync(sockets).uid === 0) chownSync(sockets, user.uid, user.gid);
  const made = lstatSync(sockets);
  // Refuses somebody else's folder of this name: its owner could pretend to be our database.
  if (!made.isDirectory() || made.uid !== uid)
    throw new EmbeddedPostgresError(
      'unreachable-data',
      `${sockets} belongs to another user. Remove it, then start again.`,
    );
  chmodSync(sockets, 0o700);
  return sockets;
}

function ownerOf(data: string): SystemUser {
  if (!existsSync(data)) return undefined;
  const { uid, gid } = statSync(data);
  return uid === 0 ? undefined : { uid, gid };
}

// Asks the system itself, because more than the mode bits can grant or refuse access.
const canEnter = (user: NonNullable<SystemUser>, folder: string) =>
  spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;

const canRun = (user: NonNullable<SystemUser>, { folder }: Binaries) =>
  spawnSync(join(folder, 'bin', 'postgres'), ['--version'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
