import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import server from '../../package.json' with { type: 'json' };
import { checkingClient } from './reachable-database.ts';

/**
 * What the tables are made by: our migrations and the job queue's own. It is kept as the comment of the migrations'
 * table, so that a start that has nothing to migrate finds out with one query and loads no migrator.
 */
export const schemaVersion = JSON.stringify({
  migrations: readdirSync(join(import.meta.dirname, 'migrations')).filter((name) => /^\d{4}-.*\.ts$/.test(name)),
  'graphile-worker': server.dependencies['graphile-worker'],
});

/**
 * Whether this version made the tables, and lets a role use them.
 * @param url any role that may log in
 * @param role the one that is to serve; absent: the URL's own
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
