import { type Kysely, sql } from 'kysely';

/** An export reads files by their places (0104). Without an index it sorts all files of the marina first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index files_by_place on files (tenant_id, place, id)`.execute(db);
}
