import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table document_types
      -- the months for which a file is kept after its document is superseded or expired; null: for ever
      add column keep_months int check (keep_months between 1 and 1200)`.execute(db);
  await sql`
    alter table account_documents
      -- the hash of a file that was kept long enough and is gone; it recognises the marina's file
      add column erased_sha256 bytea`.execute(db);
}
