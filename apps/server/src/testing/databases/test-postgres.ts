import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { applicationRole, ownerRole, provideDatabase } from '../../db/opening/roles.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@quayside/embedded-postgres/start.ts';
import { migrate } from '../../db/migrate.ts';
import { databaseParents, makeDatabaseFolder } from './database-folder.ts';

/** Migrated once in a run. Every test's database is a copy of it. */
export const templateDatabase = 'quayside_template';

export type TestPostgres = { adminUrl: string; ownerUrl: string; appUrl: string; stop: () => Promise<void> };

/** Settings for a database that may be lost: nothing waits for the disk, and little is kept for recovery. */
const hurried = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '128MB',
  max_connections: '300',
};

/** Starts a PostgreSQL in a temporary folder, with the migrated template in it. */
export async function startTestPostgres(): Promise<TestPostgres> {
  sweepLeftovers();
  const folder = makeDatabaseFolder('quayside-test-');
  const postgres = await startEmbeddedPostgres({
    folder,
    who: `a test run, process ${process.pid}`,
    settings: hurried,
  });
  const stop = async () => {
    await postgres.stop();
    for (const used of [postgres.folder, postgres.sockets, folder]) rmSync(used, { recursive: true, force: true });
  };
  try {
    return { ...(await makeTemplate(postgres)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Removes the folders of runs that were killed. No run takes six hours. */
function sweepLeftovers(): void {
  const oldest = Date.now() - 6 * 3_600_000;
  const all = databaseParents().flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)));
  for (const folder of all.filter((path) => /\/quayside[- ]test[- ][^/]*$/.test(path)))
    if ((statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? oldest) < oldest)
      rmSync(folder, { recursive: true, force: true });
}

async function makeTemplate(postgres: EmbeddedPostgres): Promise<Omit<TestPostgres, 'stop'>> {
  await provideDatabase(postgres.adminUrl, templateDatabase);
  const ownerUrl = postgres.url(ownerRole, templateDatabase);
  await migrate(ownerUrl, applicationRole);
  return { adminUrl: postgres.adminUrl, ownerUrl, appUrl: postgres.url(applicationRole, templateDatabase) };
}
