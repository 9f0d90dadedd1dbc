import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Customers who register through a provider choose no password, and some providers give no address.
  await sql`
    alter table logins
      alter column email drop not null,
      alter column password_hash drop not null,
      add check (password_hash is null or email is not null)`.execute(db);
  await sql`
    create table sign_on_providers (
      tenant_id int not null references tenants (id),
      -- the key in the tenant's authProviders, which hold its looks and its users
      key text not null,
      -- SignOnSettings, with the client's secret
      settings jsonb not null,
      primary key (tenant_id, key)
    )`.execute(db);
  await sql`
    create table login_identities (
      tenant_id int not null,
      -- the provider that confirms the identity, and its lasting name there (claims iss and sub)
      issuer text not null,
      subject text not null,
      login_id int not null,
      linked_at timestamptz not null,
      primary key (tenant_id, issuer, subject),
      foreign key (tenant_id, login_id) references logins (tenant_id, id)
    )`.execute(db);
  await sql`create index on login_identities (tenant_id, login_id)`.execute(db);
  // The row is deleted when the browser is back, so that an answer counts once.
  await sql`
    create table sign_ons (
      tenant_id int not null references tenants (id),
      -- sha-256 of the cookie's token, which is stored nowhere
      token_hash bytea not null,
      provider_key text not null,
      auth_type text not null,
      -- the hash of the registration code that it spends; null: it signs in
      code_hash bytea,
      expires_at timestamptz not null,
      primary key (tenant_id, token_hash),
      foreign key (tenant_id, code_hash) references renewal_codes (tenant_id, code_hash)
    )`.execute(db);
  await sql`create index on sign_ons (tenant_id, code_hash)`.execute(db);
  // Identities that wait for the password of the login.
  await sql`
    create table sign_on_confirmations (
      tenant_id int not null,
      token_hash bytea not null,
      provider_key text not null,
      issuer text not null,
      subject text not null,
      login_id int not null,
      expires_at timestamptz not null,
      primary key (tenant_id, token_hash),
      foreign key (tenant_id, login_id) references logins (tenant_id, id)
    )`.execute(db);
  await sql`create index on sign_on_confirmations (tenant_id, login_id)`.execute(db);
  await protectByTenant(db, 'sign_on_providers', 'login_identities', 'sign_ons', 'sign_on_confirmations');
}
