import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applicationRole, ownerRole, provideDatabase } from '../apps/server/src/db/opening/roles.ts';
import { startEmbeddedPostgres } from '@quayside/embedded-postgres/start.ts';
import { migrate } from '../apps/server/src/db/migrate.ts';

export interface ScratchDatabase {
  ownerUrl: string;
  appUrl: string;
  /** Connects as the superuser, without foreign keys and row level security to slow it down. */
  superUrl: string;
}

export interface ScratchPostgres {
  create(name: string): Promise<ScratchDatabase>;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL as a server would, with every commit on the disk, in a folder that is removed afterwards. */
export async function startScratchPostgres(): Promise<ScratchPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-bench-'));
  const postgres = await startEmbeddedPostgres({
    folder,
    who: `a benchmark, process ${process.pid}`,
    // Background work after loading a million rows must not fall into the measurement.
    settings: {
      max_wal_size: '4GB',
      autovacuum: 'off',
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.track_utility': 'on',
    },
  });
  return {
    create: async (name) => {
      await provideDatabase(postgres.adminUrl, name);
      const ownerUrl = postgres.url(ownerRole, name);
      await migrate(ownerUrl, applicationRole);
      const superUrl = new URL(postgres.adminUrl);
      superUrl.pathname = `/${name}`;
      return { ownerUrl, appUrl: postgres.url(applicationRole, name), superUrl: superUrl.href };
    },
    stop: async () => {
      await postgres.stop();
      for (const used of [postgres.folder, postgres.sockets, folder]) rmSync(used, { recursive: true, force: true });
    },
  };
}
