import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payments
      -- the provider's reference for the attempt, before any money moved
      add column if not exists provider_reference text`.execute(db);
  // A provider's reference belongs to one attempt alone.
  await sql`
    create unique index if not exists payments_provider_reference
      on payments (tenant_id, provider_key, provider_reference)
      where provider_reference is not null`.execute(db);
  // Cards that a provider keeps and that only we can name: the provider has no list of them.
  await sql`
    create table component_cards (
      tenant_id int not null,
      id int not null,
      account_id int not null,
      provider_key text not null,
      -- the provider's account that the card can pay to
      provider_account text not null,
      -- pays with the provider's keys and the security code; never leaves the server
      permanent_token text not null,
      card_type text not null,
      last_digits text not null,
      expiry_month int not null check (expiry_month between 1 and 12),
      expiry_year int not null,
      holder_name text not null,
      nick_name text not null default '',
      created_at timestamptz not null,
      primary key (tenant_id, id),
      unique (tenant_id, account_id, provider_key, provider_account, permanent_token),
      foreign key (tenant_id, account_id) references accounts (tenant_id, id)
    )`.execute(db);
  await protectByTenant(db, 'component_cards');
}
