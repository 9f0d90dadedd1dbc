import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

/** Counts the statements in this database that wait for a lock. The databases of other tests are on the same server. */
export async function countAwaitedLocks(db: TenantDb): Promise<number> {
  const { rows } = await sql`
    select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`.execute(
    db,
  );
  return rows.length;
}

/** Tells if a statement in this database waits for a lock. */
export const isLockAwaited = async (db: TenantDb): Promise<boolean> => (await countAwaitedLocks(db)) > 0;
