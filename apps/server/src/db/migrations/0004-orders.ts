import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table agreements (
      tenant_id int not null references tenants (id),
      id int not null,
      guid uuid not null,
      account_id int not null,
      type text not null,
      optional boolean not null default false,
      signature_required boolean not null default true,
      signed_at timestamptz,
      start_date date,
      end_date date,
      created_at timestamptz not null,
      primary key (tenant_id, id),
      unique (tenant_id, guid),
      foreign key (tenant_id, account_id) references accounts (tenant_id, id)
    )`.execute(db);
  await sql`create index on agreements (tenant_id, account_id)`.execute(db);
  await sql`
    create table orders (
      tenant_id int not null references tenants (id),
      id int not null,
      guid uuid not null,
      account_id int not null,
      site_id int not null,
      order_type text not null,
      -- its purpose in the list, such as the first line
      description text not null,
      boat_name text,
      agreement_id int,
      created_at timestamptz not null,
      tax_point_date date not null,
      currency char(3) not null,
      gross_minor bigint not null,
      -- the amount that payments allocated: outstanding = gross - allocated, held by the CHECK
      allocated_minor bigint not null default 0,
      cancelled_at timestamptz,
      primary key (tenant_id, id),
      unique (tenant_id, guid),
      foreign key (tenant_id, account_id) references accounts (tenant_id, id),
      foreign key (tenant_id, site_id) references sites (tenant_id, id),
      foreign key (tenant_id, agreement_id) references agreements (tenant_id, id),
      check (allocated_minor >= 0 and allocated_minor <= greatest(gross_minor, 0))
    )`.execute(db);
  // The outstanding list and its sums read only outstanding orders, however long the history is.
  await sql`
    create index orders_outstanding on orders (tenant_id, account_id, tax_point_date, id)
      where gross_minor > allocated_minor and cancelled_at is null`.execute(db);
  await sql`create index on orders (tenant_id, account_id, created_at desc, id desc)`.execute(db);
  await sql`
    create table order_lines (
      tenant_id int not null,
      order_id int not null,
      line int not null,
      name text not null,
      quantity numeric(12, 3) not null,
      gross_unit_minor bigint not null,
      gross_minor bigint not null,
      net_minor bigint not null,
      vat_minor bigint not null,
      start_date date,
      departure_date date,
      location text,
      boat_name text,
      primary key (tenant_id, order_id, line),
      foreign key (tenant_id, order_id) references orders (tenant_id, id)
    )`.execute(db);
  await protectByTenant(db, 'agreements', 'orders', 'order_lines');
}
