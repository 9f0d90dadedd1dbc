import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table logins (
      tenant_id int not null references tenants (id),
      id int not null,
      -- trimmed and lower-cased
      email text not null check (email = lower(btrim(email))),
      password_hash text not null,
      created_at timestamptz not null,
      primary key (tenant_id, id),
      unique (tenant_id, email)
    )`.execute(db);
  // A login may own several accounts later (decision C3.1). The portal shows the session's account.
  await sql`
    create table login_accounts (
      tenant_id int not null,
      login_id int not null,
      account_id int not null,
      primary key (tenant_id, login_id, account_id),
      foreign key (tenant_id, login_id) references logins (tenant_id, id),
      foreign key (tenant_id, account_id) references accounts (tenant_id, id)
    )`.execute(db);
  await sql`create index on login_accounts (tenant_id, account_id)`.execute(db);
  await sql`
    create table sessions (
      tenant_id int not null,
      -- sha-256 of the cookie's token, which is stored nowhere
      token_hash bytea not null,
      name uuid not null,
      -- null: staff viewing a customer's portal
      login_id int,
      account_id int not null,
      is_account_user boolean not null,
      remember boolean not null,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      expires_at timestamptz not null,
      primary key (tenant_id, token_hash),
      foreign key (tenant_id, account_id) references accounts (tenant_id, id),
      foreign key (tenant_id, login_id) references logins (tenant_id, id)
    )`.execute(db);
  await sql`create index on sessions (tenant_id, login_id)`.execute(db);
  await sql`create index on sessions (tenant_id, expires_at)`.execute(db);
  // The key is a hash of the login's name, known or unknown, so that a lock does not reveal which logins exist.
  await sql`
    create table sign_in_locks (
      tenant_id int not null references tenants (id),
      name_hash bytea not null,
      failures int not null,
      window_started_at timestamptz not null,
      locked_until timestamptz,
      -- the locks in a row: each is twice as long as the one before
      locks int not null default 0,
      primary key (tenant_id, name_hash)
    )`.execute(db);
  await sql`
    create table rate_limits (
      tenant_id int not null references tenants (id),
      bucket text not null,
      window_started_at timestamptz not null,
      hits int not null,
      primary key (tenant_id, bucket)
    )`.execute(db);
  await protectByTenant(db, 'logins', 'login_accounts', 'sessions', 'sign_in_locks', 'rate_limits');
}
