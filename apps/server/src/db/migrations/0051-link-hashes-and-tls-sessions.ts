import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      -- An open session stays false, because nothing proves over which line its browser got it.
      add column is_opened_over_tls boolean not null default false,
      drop column old_cookie_until`.execute(db);
  await sql`
    alter table mails
      -- the hash of the token in its link
      add column link_hash bytea,
      add column link_used_at timestamptz`.execute(db);
  // Row security is lifted meanwhile, because it binds the owner too.
  await sql`alter table mails no force row level security`.execute(db);
  await moveLinkHashes(db);
  await sql`alter table mails force row level security`.execute(db);
}

/** Moves the hashes that stood in the column of one-click unsubscribing, as `waiting:` or `used:` and base64url. */
async function moveLinkHashes(db: Kysely<unknown>): Promise<void> {
  await sql`
    update mails set
      link_hash = decode(translate(split_part(unsubscribe_token, ':', 2), '-_', '+/') || '=', 'base64'),
      link_used_at = case when unsubscribe_token like 'used:%' then now() end,
      unsubscribe_token = null
    where kind = 'mail-link' and unsubscribe_token ~ '^(waiting|used):[A-Za-z0-9_-]{43}$'`.execute(db);
}
