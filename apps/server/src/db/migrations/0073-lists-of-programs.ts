import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The filters of the integration API's lists. A page is read by id within a filter, however rare its rows are.
  await sql`create index accounts_of_site on accounts (tenant_id, site_id, id) where reference is not null`.execute(db);
  await sql`create index accounts_closed on accounts (tenant_id, id) where closed_at is not null`.execute(db);
  await sql`create index boats_of_type on boats (tenant_id, type, id) where reference is not null`.execute(db);
  await sql`create index orders_of_site on orders (tenant_id, site_id, id) where reference is not null`.execute(db);
  await sql`create index orders_of_type on orders (tenant_id, order_type, id) where reference is not null`.execute(db);
  // PostgreSQL can't estimate how many orders owe something, so it would look through all changes for them.
  await sql`
    create index orders_open_changes on orders (tenant_id, updated_at, id)
      where gross_minor > allocated_minor and cancelled_at is null`.execute(db);
}
