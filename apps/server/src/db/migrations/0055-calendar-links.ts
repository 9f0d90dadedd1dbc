import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table calendar_links (
      tenant_id integer not null references tenants,
      account_id integer not null,
      -- the hash of the token in the address, which is stored nowhere
      token_hash bytea not null,
      -- calendars send no language
      language text not null,
      created_at timestamptz not null,
      primary key (tenant_id, account_id),
      unique (tenant_id, token_hash),
      foreign key (tenant_id, account_id) references accounts (tenant_id, id) on delete cascade
    )`.execute(db);
  await protectByTenant(db, 'calendar_links');
}
