import { type Kysely, sql } from 'kysely';

/**
 * Lets a login keep its password without an address: somebody else has proven the address that it never confirmed
 * (0019).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table logins drop constraint logins_check`.execute(db);
}
