import { type Kysely, sql } from 'kysely';

/**
 * What a browser takes as a document, which banks judge by. No script can read it, and a script's own requests say something
 * else: so it is kept with the session, or with what a pay link has opened.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column accept_header text`.execute(db);
  await sql`alter table order_keys add column accept_header text`.execute(db);
}
