import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The time at which the office said that it asks for this consent no more. Null: it asks.
  await sql`alter table consent_groups add column retired_at timestamptz`.execute(db);
}
