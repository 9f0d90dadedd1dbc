import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table waiting_lists (
      tenant_id int not null references tenants (id),
      id int not null,
      -- such as 'Annual berth, up to 12 m'
      title text not null,
      -- the thing waited for, such as 'Berth' or 'Mooring'
      type text not null,
      primary key (tenant_id, id)
    )`.execute(db);
  await sql`
    create table waiting_list_entries (
      tenant_id int not null,
      waiting_list_id int not null,
      account_id int not null,
      -- 1 is next; null: the marina gives no ranks
      position int check (position > 0),
      -- the day the customer joined, if the marina knows it; the day the office wrote it down
      joined_on date,
      added_on date not null,
      primary key (tenant_id, waiting_list_id, account_id),
      foreign key (tenant_id, waiting_list_id) references waiting_lists (tenant_id, id),
      foreign key (tenant_id, account_id) references accounts (tenant_id, id)
    )`.execute(db);
  await sql`create index on waiting_list_entries (tenant_id, account_id)`.execute(db);
  // Every entry shows how long the longest wait is, so the oldest date has an index.
  await sql`
    create index waiting_list_entries_oldest
      on waiting_list_entries (tenant_id, waiting_list_id, (coalesce(joined_on, added_on)))`.execute(db);
  await protectByTenant(db, 'waiting_lists', 'waiting_list_entries');
}
