import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The time until which a session's cookie is accepted over TLS under its name without a prefix.
  await sql`alter table sessions add column old_cookie_until timestamptz`.execute(db);
  // Some of the open sessions were given under the old name, and nothing says which.
  await sql`update sessions set old_cookie_until = expires_at`.execute(db);
}
