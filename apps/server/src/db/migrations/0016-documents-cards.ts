import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table files (
      tenant_id int not null,
      id int not null,
      -- names it in addresses; opens nothing by itself
      guid uuid not null,
      account_id int not null,
      name text not null,
      content_type text not null,
      size int not null,
      sha256 bytea not null,
      created_at timestamptz not null,
      primary key (tenant_id, id),
      unique (tenant_id, guid),
      foreign key (tenant_id, account_id) references accounts (tenant_id, id)
    )`.execute(db);
  await sql`create index on files (tenant_id, account_id)`.execute(db);
  await sql`
    create table document_types (
      tenant_id int not null references tenants (id),
      id int not null,
      position int not null,
      -- language → text
      names jsonb not null,
      guidance jsonb not null,
      -- wanted of every account, or of each of its boats
      attachment_level text not null check (attachment_level in ('Account', 'Boat')),
      -- null: at every site
      site_id int,
      is_expiry_required boolean not null,
      -- the marina asks for it, so that a missing one is an alert
      prompt_in_portal boolean not null,
      retired_at timestamptz,
      primary key (tenant_id, id),
      foreign key (tenant_id, site_id) references sites (tenant_id, id)
    )`.execute(db);
  await sql`
    create table account_documents (
      tenant_id int not null,
      id int not null,
      account_id int not null,
      document_type_id int not null,
      -- null: the account's own
      boat_id int,
      version int not null,
      name text not null,
      notes text not null default '',
      -- its last good day, at the account's site
      expires_on date,
      -- null: on paper, at the office
      file_id int,
      created_at timestamptz not null,
      -- null until its file is stored and safe: only then it counts, and replaces the version before
      ready_at timestamptz,
      superseded_at timestamptz,
      downloads int not null default 0,
      downloaded_at timestamptz,
      primary key (tenant_id, id),
      unique nulls not distinct (tenant_id, account_id, document_type_id, boat_id, version),
      foreign key (tenant_id, account_id) references accounts (tenant_id, id),
      foreign key (tenant_id, document_type_id) references document_types (tenant_id, id),
      foreign key (tenant_id, boat_id) references boats (tenant_id, id),
      foreign key (tenant_id, file_id) references files (tenant_id, id)
    )`.execute(db);
  // An account has one current version of each type and boat, however many there were.
  await sql`
    create unique index account_documents_current on account_documents
      (tenant_id, account_id, document_type_id, boat_id) nulls not distinct
      where ready_at is not null and superseded_at is null`.execute(db);
  await sql`create index on account_documents (tenant_id, boat_id) where boat_id is not null`.execute(db);
  await sql`create index on account_documents (tenant_id, file_id) where file_id is not null`.execute(db);
  // Cards that the provider keeps for the customer, and that can't pay any more.
  await sql`
    create table ineligible_cards (
      tenant_id int not null,
      id int not null,
      account_id int not null,
      provider_key text not null,
      card_type text not null,
      last_digits text not null,
      expiry_month int not null check (expiry_month between 1 and 12),
      expiry_year int not null,
      holder_name text not null,
      nick_name text not null default '',
      reason text not null check (reason in ('expired', 'no-sca', 'migrated')),
      created_at timestamptz not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, account_id) references accounts (tenant_id, id)
    )`.execute(db);
  await sql`create index on ineligible_cards (tenant_id, account_id)`.execute(db);
  await protectByTenant(db, 'files', 'document_types', 'account_documents', 'ineligible_cards');
}
