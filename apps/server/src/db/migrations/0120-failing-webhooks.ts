import { type Kysely, sql } from 'kysely';

/** The office hears within hours that an endpoint of its programs fails, and once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_endpoints add column failure_told_at timestamptz`.execute(db);
}
