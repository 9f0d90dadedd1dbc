import { type Kysely, sql } from 'kysely';

/** Finds the few rejected documents of an account at once: the list of documents looks for them in each type. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index account_documents_rejected on account_documents (tenant_id, account_id)
      where review = 'rejected'`.execute(db);
}
