import { type Kysely, sql } from 'kysely';

/** Finds the mails that are kept no longer, without reading all mails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on mails (tenant_id, created_at)`.execute(db);
}
