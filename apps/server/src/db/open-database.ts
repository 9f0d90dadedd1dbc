import { join } from 'node:path';
import type { Environment } from '../env.ts';
import { StartError } from '../start-error.ts';
import { applicationRole, ownerRole, provideDatabase } from './embedded-postgres/roles.ts';
import { startEmbeddedPostgres } from './embedded-postgres/start.ts';
import { checkDatabase, checkServingRole } from './reachable-database.ts';
import { isMigrated } from './schema-version.ts';

export type OpenDatabase = {
  /** As the role that serves. */
  url: string;
  /** As the role that owns the tables; undefined where the server was given only the one that serves. */
  ownerUrl: string | undefined;
  /** Where the embedded one's data is; undefined for a given one. */
  folder: string | undefined;
  /** The reason behind an error that came from the embedded one, where it tells one: a full disk. */
  explain: (error: unknown) => unknown;
  /** Settles when the embedded one ended of its own accord. */
  ended: Promise<void>;
  close: () => Promise<void>;
};

/** The database to serve from, migrated and safe to serve from: the given one, or else the embedded one. */
export function openDatabase(environment: Environment): Promise<OpenDatabase> {
  const { databaseUrl } = environment;
  return databaseUrl === undefined ? openEmbedded(environment) : openGiven(databaseUrl, environment);
}

async function openGiven(url: string, { migrationDatabaseUrl: ownerUrl }: Environment): Promise<OpenDatabase> {
  const role = await checkDatabase(url, 'DATABASE_URL');
  await checkServingRole(url, 'DATABASE_URL');
  if (ownerUrl !== undefined) {
    await checkDatabase(ownerUrl, 'MIGRATION_DATABASE_URL');
    await bringUpToDate(ownerUrl, role);
    await checkServingRole(url, 'DATABASE_URL'); // again: now there are tables to own
  } else if (!(await isMigrated(url))) {
    throw new StartError(
      'MIGRATION_DATABASE_URL is missing: the database behind DATABASE_URL has not this version’s tables, and the role that owns them has to make them.',
    );
  }
  const nothing = { folder: undefined, explain: (error: unknown) => error, ended: new Promise<void>(() => {}) };
  return { url, ownerUrl, ...nothing, close: async () => {} };
}

/** The migrator is loaded only where there is something to migrate. */
async function bringUpToDate(ownerUrl: string, role: string): Promise<void> {
  if (await isMigrated(ownerUrl, role)) return;
  const { migrate } = await import('./migrate.ts');
  await migrate(ownerUrl, role);
}

async function openEmbedded({ dataDir, port }: Environment): Promise<OpenDatabase> {
  const name = 'quayside';
  const who = `the server on port ${port}, process ${process.pid}`;
  const postgres = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres'), who });
  const url = postgres.url(applicationRole, name);
  const ownerUrl = postgres.url(ownerRole, name);
  try {
    await provideDatabase(postgres.adminUrl, name);
    await bringUpToDate(ownerUrl, applicationRole);
    await checkServingRole(url, 'The embedded database');
  } catch (error) {
    const reason = postgres.explain(error);
    await postgres.stop();
    throw reason;
  }
  const { folder, explain, ended, stop } = postgres;
  return { url, ownerUrl, folder, explain, ended, close: stop };
}
