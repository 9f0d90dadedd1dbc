import { type Kysely, sql } from 'kysely';

/**
 * Remembers which providers a start has checked, so that the next one reads only changed ones (0094). The function
 * returns a digest of the rows of `unsafe_payment_providers`. It computes it in the database, and sends no secret.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table checked_providers (
      only_row boolean primary key default true check (only_row),
      -- the version of the program, and the digest of the providers
      mark text not null
    )`.execute(db);
  await sql`
    create function unsafe_digest_of_payment_providers() returns text
      language sql set search_path = pg_catalog, public
      as $$
        select md5(coalesce(string_agg(md5(p::text), '' order by p.tenant_id, p.site_id, p.key), ''))
        from unsafe_payment_providers() p
      $$`.execute(db);
}
