import { type Kysely, sql } from 'kysely';

/** The office names cards that can't pay any more. A card that its customer removed stays removed in later files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ineligible_cards
      add column reference text,
      add column removed_at timestamptz,
      add unique (tenant_id, reference)`.execute(db);
}
