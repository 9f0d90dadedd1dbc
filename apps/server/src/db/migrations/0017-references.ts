import { type Kysely, sql } from 'kysely';

/** Adds the marina's own names, by which its files find rows again. Null: the row is not from a file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['accounts', 'boats', 'orders', 'waiting_lists', 'consent_groups']) {
    await sql`alter table ${sql.table(table)} add column reference text`.execute(db);
    await sql`
      create unique index ${sql.id(`${table}_reference`)} on ${sql.table(table)} (tenant_id, reference)
        where reference is not null`.execute(db);
  }
  // The details of an account in the last file. They tell the office's changes from the customer's own.
  await sql`alter table accounts add column imported_details jsonb`.execute(db);
}
