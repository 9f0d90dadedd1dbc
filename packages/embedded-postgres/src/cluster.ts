import { execFile } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './postgres-error.ts';
import type { Place } from './place.ts';

/** Returns the major version. A data folder can be opened only by the major version that made it. */
const majorOf = (version: string) => version.split('.')[0] ?? version;

/** PostgreSQL's own superuser inside the embedded database. The server never serves as this role. */
export const superuser = 'postgres';

/** Makes the data folder if there is none, and refuses one of another major version. Returns the folder. */
export async function prepareCluster(place: Place): Promise<string> {
  const data = join(place.folder, 'data');
  if (existsSync(data)) refuseOtherVersion(place, data);
  else await makeCluster(place, data);
  return data;
}

function refuseOtherVersion(place: Place, data: string): void {
  const ours = majorOf(place.binaries.version);
  const version = join(data, 'PG_VERSION');
  const theirs = existsSync(version) ? readFileSync(version, 'utf8').trim() : 'none that can be read';
  if (theirs !== ours)
    throw new EmbeddedPostgresError(
      'other-version',
      `The database in ${data} was made by PostgreSQL ${theirs}, and this is ${ours}. Move that folder away to ` +
        'start afresh.',
    );
}

const clusterOptions = [
  '-U',
  superuser,
  '--encoding=UTF8',
  '--no-instructions',
  // ICU sorts names as people and hosted databases do. C would sort all capitals before all small letters.
  '--locale=C',
  '--locale-provider=icu',
  '--icu-locale=en',
  // The sockets' folder decides who may connect: only this user can enter it. There is no network port.
  '--auth=trust',
];

/**
 * Makes the data folder under a temporary name first. So a start that is killed here leaves nothing that looks like
 * a database. This takes half a second, in which the caller goes on.
 */
async function makeCluster(place: Place, data: string): Promise<void> {
  const unfinished = `${data}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const program = join(place.binaries.folder, 'bin', 'initdb');
  const making = promisify(execFile)(program, ['-D', unfinished, ...clusterOptions], { ...place.user, cwd: '/' });
  const giveUp = () => making.child.kill();
  process.once('exit', giveUp);
  try {
    await making;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw whyNotMade(place, error as Error & { stderr?: string });
  } finally {
    process.removeListener('exit', giveUp);
  }
  renameSync(unfinished, data);
}

function whyNotMade({ folder }: Place, { message, stderr = '' }: Error & { stderr?: string }): EmbeddedPostgresError {
  const reason = stderr.trim() || message;
  if (/could not look up effective user ID/.test(reason))
    return new EmbeddedPostgresError(
      'user-without-name',
      'PostgreSQL needs a user with a name, and this one has none in /etc/passwd. Start as another user.',
    );
  return new EmbeddedPostgresError('initdb-failed', `initdb failed: ${reason}`, folder);
}
