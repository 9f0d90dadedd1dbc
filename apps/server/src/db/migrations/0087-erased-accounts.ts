import { type Kysely, sql } from 'kysely';

/** Notes the erasure of a customer's personal data, so that no file of the office brings it back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column erased_at timestamptz`.execute(db);
}
