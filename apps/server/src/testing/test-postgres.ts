import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applicationRole, ownerRole, provideDatabase } from '../db/embedded-postgres/roles.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded-postgres/start.ts';
import { migrate } from '../db/migrate.ts';

/** Migrated once in a run; every test's database is a copy of it. */
export const templateDatabase = 'quayside_template';

export type TestPostgres = { adminUrl: string; ownerUrl: string; appUrl: string; stop: () => Promise<void> };

/** A database that may be lost: nothing waits for the disk. */
const hurried = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };

/** Starts a PostgreSQL of its own in a temporary folder, with the migrated template in it. */
export async function startTestPostgres(): Promise<TestPostgres> {
  sweepLeftovers();
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-'));
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

/** What runs that were killed left in the temporary folder. No run takes six hours. */
function sweepLeftovers(): void {
  const oldest = Date.now() - 6 * 3_600_000;
  for (const name of readdirSync(tmpdir()).filter((entry) => /^quayside[- ]test[- ]/.test(entry))) {
    const folder = join(tmpdir(), name);
    if ((statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? oldest) < oldest)
      rmSync(folder, { recursive: true, force: true });
  }
}

async function makeTemplate(postgres: EmbeddedPostgres): Promise<Omit<TestPostgres, 'stop'>> {
  await provideDatabase(postgres.adminUrl, templateDatabase);
  const ownerUrl = postgres.url(ownerRole, templateDatabase);
  await migrate(ownerUrl, applicationRole);
  return { adminUrl: postgres.adminUrl, ownerUrl, appUrl: postgres.url(applicationRole, templateDatabase) };
}
