import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import server from '../../package.json' with { type: 'json' };
import { sql } from 'kysely';
import type { DatabaseClient } from './client.ts';
import { checkingClient } from './connections/reachable-database.ts';

/**
 * The version of the schema: the names of our migrations, and the job queue's version. The migrations' table keeps
 * it as a comment. So one query tells if there is something to migrate, and otherwise no migrator is loaded.
 */
export const schemaVersion = JSON.stringify({
  migrations: readdirSync(join(import.meta.dirname, 'migrations')).filter((name) => /^\d{4}-.*\.ts$/.test(name)),
  'graphile-worker': server.dependencies['graphile-worker'],
});

/** Reads the version of the schema that the database has now. */
export async function readSchemaVersion(database: DatabaseClient): Promise<string | null> {
  const { rows } = await sql<{ version: string | null }>`
    select obj_description(to_regclass('public.kysely_migration'), 'pg_class') as version`.execute(
    database.unsafeWithoutTenant(),
  );
  return rows[0]?.version ?? null;
}

/**
 * Tells if this version made the tables, and a role may use them.
 * @param url a role that may log in
 * @param role the role that is to serve; default: the URL's own
 */
export async function isMigrated(url: string, role?: string): Promise<boolean> {
  const client = checkingClient(url);
  await client.connect();
  try {
    const { rows } = await client.query(
      `select obj_description(migrations, 'pg_class') = $1
         and has_table_privilege(coalesce($2, current_user), migrations, 'select') as current
       from to_regclass('public.kysely_migration') as migrations`,
      [schemaVersion, role],
    );
    return rows[0].current === true;
  } finally {
    await client.end();
  }
}
