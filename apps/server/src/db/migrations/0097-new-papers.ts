import { type Kysely, sql } from 'kysely';

/** Notes when an agreement and a document were made, so that a transaction can tell which of them are new. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['agreements', 'account_documents']) {
    // Older rows stay without: nobody knows.
    await sql`alter table ${sql.table(table)} add column made_at timestamptz`.execute(db);
    await sql`alter table ${sql.table(table)} alter column made_at set default now()`.execute(db);
  }
}
