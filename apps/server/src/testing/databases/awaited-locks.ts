import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

/** Tells if a statement in this database waits for a lock. The databases of other tests are on the same server. */
export async function isLockAwaited(db: TenantDb): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`.execute(
    db,
  );
  return rows.length > 0;
}
