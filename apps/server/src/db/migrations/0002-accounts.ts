import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table accounts (
      tenant_id int not null references tenants (id),
      id int not null,
      guid uuid not null,
      site_id int not null,
      title text not null default '',
      firstname text not null,
      lastname text not null,
      phone text not null default '',
      mobile text not null default '',
      email text not null default '',
      address1 text not null default '',
      address2 text not null default '',
      town text not null default '',
      county text not null default '',
      county_code text not null default '',
      postcode text not null default '',
      country_code text not null default '',
      -- names the account in the answer to a call for its renewal token; opens nothing
      opaque_token text not null,
      created_at timestamptz not null,
      closed_at timestamptz,
      primary key (tenant_id, id),
      unique (tenant_id, guid),
      foreign key (tenant_id, site_id) references sites (tenant_id, id)
    )`.execute(db);
  await sql`
    create table boats (
      tenant_id int not null references tenants (id),
      id int not null,
      account_id int not null,
      name text not null,
      type text not null,
      -- in the tenant's measurement system
      length numeric(6, 2) not null,
      beam numeric(6, 2) not null,
      draft numeric(6, 2) not null,
      relationship text not null,
      current_sticker_number text,
      primary key (tenant_id, id),
      foreign key (tenant_id, account_id) references accounts (tenant_id, id)
    )`.execute(db);
  await sql`create index on boats (tenant_id, account_id)`.execute(db);
  await protectByTenant(db, 'accounts', 'boats');
}
