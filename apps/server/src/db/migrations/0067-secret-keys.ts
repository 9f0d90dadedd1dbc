import { type Kysely, sql } from 'kysely';

/** Keys belong to the whole database, not to tenants. The keys themselves are stored nowhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table secret_keys (
      -- the name of a key that encrypted secrets of this database, and may still be needed
      key_id text primary key,
      added_at timestamptz not null
    )`.execute(db);
}
