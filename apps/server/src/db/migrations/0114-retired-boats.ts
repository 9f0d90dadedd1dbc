import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The time at which the office said that a boat is here no more. Null: its customer has it.
  await sql`alter table boats add column retired_at timestamptz`.execute(db);
}
