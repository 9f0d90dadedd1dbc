import { type Kysely, sql } from 'kysely';

/**
 * Gives new files a place that grows with the order of the commits, as rows of lists have it
 * (`0091-places-in-lists.ts`). A file's number is taken before its transaction waits for anything, so a smaller one may
 * be committed later. An export that went on after a file left such a file out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Stored files come first, in the order of their numbers. Later ones get a place at the commit; null until then.
  await sql`alter table files add column place bigint default 0`.execute(db);
  await sql`alter table files alter column place drop default`.execute(db);
  await sql`create index files_new on files (tenant_id) where place is null`.execute(db);
  await sql`
    create constraint trigger place_at_commit after insert on files deferrable initially deferred
      for each row execute function place_at_commit()`.execute(db);
}
