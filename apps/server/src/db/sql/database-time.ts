import { sql } from 'kysely';
import type { DatabaseClient } from '../client.ts';

/** Returns the time by the database's clock, in milliseconds since 1970. */
export async function readDatabaseTime(database: DatabaseClient): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(database.unsafeWithoutTenant());
  return rows[0]?.ms ?? 0;
}
