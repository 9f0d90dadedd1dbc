import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table estimates (
      tenant_id int not null references tenants (id),
      -- the number that customers are shown
      id int not null,
      account_id int not null,
      site_id int not null,
      -- the marina's own name of it; null: not from a file
      reference text,
      created_at timestamptz not null,
      -- good to the end of this day at its site, or until this instant; neither: for ever
      expires_on date,
      expires_at timestamptz,
      start_date date,
      departure_date date,
      currency char(3) not null,
      gross_minor bigint not null,
      net_minor bigint not null,
      vat_minor bigint not null,
      -- the order that it became
      converted_order_id int,
      primary key (tenant_id, id),
      foreign key (tenant_id, account_id) references accounts (tenant_id, id),
      foreign key (tenant_id, site_id) references sites (tenant_id, id),
      foreign key (tenant_id, converted_order_id) references orders (tenant_id, id),
      check (expires_on is null or expires_at is null),
      check (gross_minor = net_minor + vat_minor)
    )`.execute(db);
  await sql`create index on estimates (tenant_id, account_id, created_at desc, id desc)`.execute(db);
  await sql`
    create unique index estimates_reference on estimates (tenant_id, reference) where reference is not null`.execute(
    db,
  );
  await sql`
    create index on estimates (tenant_id, converted_order_id) where converted_order_id is not null`.execute(db);
  await sql`
    create table estimate_lines (
      tenant_id int not null,
      estimate_id int not null,
      line int not null,
      tariff_name text not null,
      quantity numeric(12, 3) not null,
      gross_unit_minor bigint not null,
      gross_minor bigint not null,
      net_minor bigint not null,
      vat_minor bigint not null,
      boat_name text,
      -- in the marina's unit
      boat_length numeric(6, 2),
      primary key (tenant_id, estimate_id, line),
      foreign key (tenant_id, estimate_id) references estimates (tenant_id, id)
    )`.execute(db);
  await sql`
    alter table mails
      add column estimate_id int,
      add foreign key (tenant_id, estimate_id) references estimates (tenant_id, id)`.execute(db);
  await sql`create index on mails (tenant_id, estimate_id) where estimate_id is not null`.execute(db);
  await sql`
    create table stays (
      tenant_id int not null references tenants (id),
      id int not null,
      account_id int not null,
      reference text,
      boat_name text not null,
      arrives_on date not null,
      -- its last day; null: open
      departs_on date,
      -- the same, after all days where it is open: an index can't be asked for an expression through the tenant's wall
      last_day date not null generated always as (coalesce(departs_on, 'infinity')) stored,
      asset_name text not null,
      type text not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, account_id) references accounts (tenant_id, id),
      check (departs_on >= arrives_on)
    )`.execute(db);
  await sql`create unique index stays_reference on stays (tenant_id, reference) where reference is not null`.execute(
    db,
  );
  await sql`create index stays_listed on stays (tenant_id, account_id, arrives_on desc, id desc)`.execute(db);
  // Stays that are not over are few, however many there were.
  await sql`
    create index stays_not_over on stays (tenant_id, account_id, last_day)`.execute(db);
  await countStays(db);
  // The count of agreements comes from this index alone, however many there are.
  await sql`
    create index agreements_counted on agreements (tenant_id, account_id)
      include (withdrawn_at, signed_at, signature_required, sign_by, site_id)`.execute(db);
  await protectByTenant(db, 'estimates', 'estimate_lines', 'stays', 'stay_totals');
}

/** Keeps the number of stays. Counting a history of many years for each page would cost more than the page. */
async function countStays(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stay_totals (
      tenant_id int not null,
      account_id int not null,
      stays int not null check (stays >= 0),
      primary key (tenant_id, account_id),
      foreign key (tenant_id, account_id) references accounts (tenant_id, id)
    )`.execute(db);
  await sql`
    create function count_stays() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        update stay_totals t set stays = t.stays - gone.stays
        from (select tenant_id, account_id, count(*) as stays from old_stays group by 1, 2) as gone
        where t.tenant_id = gone.tenant_id and t.account_id = gone.account_id;
      end if;
      if tg_op <> 'DELETE' then
        insert into stay_totals as t (tenant_id, account_id, stays)
        select tenant_id, account_id, count(*) from new_stays group by 1, 2 order by 1, 2
        on conflict (tenant_id, account_id) do update set stays = t.stays + excluded.stays;
      end if;
      return null;
    end $$`.execute(db);
  const tables = { insert: 'new table as new_stays', delete: 'old table as old_stays' };
  for (const [event, rows] of Object.entries({ ...tables, update: `${tables.delete} ${tables.insert}` }))
    await sql`
      create trigger ${sql.raw(`stays_counted_on_${event}`)} after ${sql.raw(event)} on stays
        referencing ${sql.raw(rows)} for each statement execute function count_stays()`.execute(db);
}
