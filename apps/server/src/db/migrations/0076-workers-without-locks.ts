import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A worker behind a pooler of transactions can hold no lock. It counts as dead only when its heartbeat ends.
  await sql`alter table live_workers add column has_lock boolean not null default true`.execute(db);
}
