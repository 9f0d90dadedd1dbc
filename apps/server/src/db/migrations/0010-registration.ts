import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table renewal_codes (
      tenant_id int not null,
      -- sha-256 of the code, which is stored nowhere
      code_hash bytea not null,
      account_id int not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      -- the time at which its account was registered with it
      spent_at timestamptz,
      -- failed uses; beyond a few it opens nothing any more
      tries int not null default 0,
      primary key (tenant_id, code_hash),
      foreign key (tenant_id, account_id) references accounts (tenant_id, id)
    )`.execute(db);
  await sql`create index on renewal_codes (tenant_id, account_id)`.execute(db);
  // A login has one reset: the newest replaces those before it.
  await sql`
    create table password_resets (
      tenant_id int not null,
      login_id int not null,
      -- sha-256 of the mail's token, which is stored nowhere
      token_hash bytea not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      primary key (tenant_id, login_id),
      unique (tenant_id, token_hash),
      foreign key (tenant_id, login_id) references logins (tenant_id, id)
    )`.execute(db);
  await protectByTenant(db, 'renewal_codes', 'password_resets');
}
