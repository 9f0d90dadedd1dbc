import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Until when a session's cookie is taken over TLS under the name that it has without.
  await sql`alter table sessions add column old_cookie_until timestamptz`.execute(db);
  // Some of those that are open were given under the old name, and nothing says which.
  await sql`update sessions set old_cookie_until = expires_at`.execute(db);
}
