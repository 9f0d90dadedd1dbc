import { join } from 'node:path';
import { findRunning } from '@quayside/embedded-postgres/find-running.ts';
import { hasDatabase } from '@quayside/embedded-postgres/place.ts';
import { startEmbeddedPostgres } from '@quayside/embedded-postgres/start.ts';
import type { Environment } from '../../lib/settings/env.ts';
import { StartError } from '../../lib/start-error.ts';
import { applicationRole, ownerRole, provideDatabase } from './roles.ts';
import { explainLog, explainStart } from './explain-start.ts';
import { checkServingRole, waitForDatabase, type WaitLimits } from '../connections/reachable-database.ts';
import { checkPooling } from '../connections/pooling.ts';
import { isMigrated } from '../schema-version.ts';

export type OpenDatabase = {
  /** The URL of the role that serves. */
  url: string;
  /** The URL of the role that owns the tables; undefined if the server has only the role that serves. */
  ownerUrl: string | undefined;
  /** The folder of the embedded database; undefined for a given one. */
  folder: string | undefined;
  /** Returns the reason behind an error if the embedded database gives one, such as a full disk. */
  explain: (error: unknown) => unknown;
  /** Resolves when the embedded database ends of its own accord. */
  ended: Promise<void>;
  close: () => Promise<void>;
};

/**
 * Opens the database to serve from, migrated and checked: the given one, else the embedded one.
 * @param who the description of this process, for a second start on the embedded database
 * @param limits the wait for a given database that does not serve yet; short for a command
 */
export function openDatabase(
  environment: Environment,
  who: string,
  limits: WaitLimits = { refusedMs: 0, startingMs: 60_000 },
): Promise<OpenDatabase> {
  const { databaseUrl } = environment;
  return databaseUrl === undefined ? openEmbedded(environment, who) : openGiven(databaseUrl, environment, limits);
}

/** Names the database of these settings to an operator. An address may contain a password, so it is not shown. */
export const nameDatabase = ({ databaseUrl, dataDir }: Environment): string =>
  databaseUrl === undefined ? `the database in ${dataDir}` : 'the database of DATABASE_URL';

/** Checks if these settings name an embedded database that nobody has made yet. */
export const isDatabaseMissing = (environment: Environment): boolean =>
  environment.databaseUrl === undefined && !hasDatabase(embeddedFolder(environment));

/**
 * Opens the database for a command. If a server runs the embedded one, the command shares it.
 * @throws StartError if it can't be used
 */
export async function joinDatabase(environment: Environment, who: string): Promise<OpenDatabase> {
  if (environment.databaseUrl !== undefined) return openDatabase(environment, who);
  const folder = embeddedFolder(environment);
  const running = await findRunning(folder).catch((error: unknown) => {
    throw explainStart(error, folder);
  });
  if (!running) return openDatabase(environment, who);
  const url = running.url(applicationRole, databaseName);
  const migrated = await isMigrated(url).catch((cause: unknown) => {
    throw new StartError(`The database is held by ${running.owner}, which isn’t ready yet. Try again.`, { cause });
  });
  if (!migrated)
    throw new StartError(`The database is held by ${running.owner}, which is of another version. Restart that first.`);
  const ownerUrl = running.url(ownerRole, databaseName);
  return { url, ownerUrl, folder: running.folder, ...nothingToExplain, close: async () => {} };
}

const databaseName = 'quayside';

const embeddedFolder = ({ dataDir }: Environment) => join(dataDir, 'postgres');

const nothingToExplain = { explain: (error: unknown) => error, ended: new Promise<void>(() => {}) };

async function openGiven(
  url: string,
  { migrationDatabaseUrl: ownerUrl, databaseSession }: Environment,
  limits: WaitLimits,
): Promise<OpenDatabase> {
  const found = await waitForDatabase(url, 'DATABASE_URL', limits);
  await checkPooling(url, 'DATABASE_URL', found, databaseSession);
  await checkServingRole(url, 'DATABASE_URL');
  if (ownerUrl !== undefined) {
    // Migrations, backups and restores set up their connection once.
    const foundAsOwner = await waitForDatabase(ownerUrl, 'MIGRATION_DATABASE_URL', limits);
    await checkPooling(ownerUrl, 'MIGRATION_DATABASE_URL', foundAsOwner, 'session');
    await bringUpToDate(ownerUrl, found.role);
    await checkServingRole(url, 'DATABASE_URL'); // again, because only now are there tables to own
  } else if (!(await isMigrated(url))) {
    throw new StartError(
      'MIGRATION_DATABASE_URL is missing: the database of DATABASE_URL does not have this version’s tables. The ' +
        'role that owns them has to make them.',
    );
  }
  return { url, ownerUrl, folder: undefined, ...nothingToExplain, close: async () => {} };
}

/** Migrates. The migrator is loaded only if there is something to migrate. */
async function bringUpToDate(ownerUrl: string, role: string): Promise<void> {
  if (await isMigrated(ownerUrl, role)) return;
  const { migrate } = await import('../migrate.ts');
  await migrate(ownerUrl, role);
}

async function openEmbedded(environment: Environment, who: string): Promise<OpenDatabase> {
  const dataFolder = embeddedFolder(environment);
  const postgres = await startEmbeddedPostgres({ folder: dataFolder, who }).catch((error: unknown) => {
    throw explainStart(error, dataFolder);
  });
  const explain = (error: unknown) => explainLog(postgres, error);
  const url = postgres.url(applicationRole, databaseName);
  const ownerUrl = postgres.url(ownerRole, databaseName);
  try {
    await provideDatabase(postgres.adminUrl, databaseName);
    await bringUpToDate(ownerUrl, applicationRole);
    await checkServingRole(url, 'The embedded database');
  } catch (error) {
    const reason = explain(error);
    await postgres.stop();
    throw reason;
  }
  const { folder, ended, stop } = postgres;
  return { url, ownerUrl, folder, explain, ended, close: stop };
}
