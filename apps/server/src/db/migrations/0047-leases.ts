import { type Kysely, sql } from 'kysely';

/** Leases belong to copies of the server, not to tenants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table leases (
      -- the work that only one copy does at a time
      name text primary key,
      holder text not null,
      held_until timestamptz not null
    )`.execute(db);
  await sql`
    create table live_workers (
      -- the queue's name for it, in locked_by
      worker_id text primary key,
      seen_until timestamptz not null
    )`.execute(db);
}
