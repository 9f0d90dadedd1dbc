import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

/** Makes the table of a marina's own pictures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table look_files (
      tenant_id int not null references tenants (id),
      -- the beginning of the content's SHA-256, in hexadecimal digits: another content has another address
      hash text not null,
      content_type text not null,
      content bytea not null,
      -- the same as PNG, for mails; null if no mail shows it
      picture bytea,
      created_at timestamptz not null,
      primary key (tenant_id, hash)
    )`.execute(db);
  await protectByTenant(db, 'look_files');
}
