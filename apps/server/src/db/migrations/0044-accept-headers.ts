import { type Kysely, sql } from 'kysely';

/**
 * Stores the browser's Accept header for documents, which banks use to judge a payment. Scripts can't read it, and
 * their own requests send another one. So it is kept with the session, or with the orders that a pay link opened.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column accept_header text`.execute(db);
  await sql`alter table order_keys add column accept_header text`.execute(db);
}
