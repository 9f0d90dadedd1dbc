import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await indexHistories(db);
  await makeInvoices(db);
}

/** Adds the indexes from which the histories read and count their pages. */
async function indexHistories(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_history on orders (tenant_id, account_id, tax_point_date desc, id desc)`.execute(db);
  // No query uses the day on which an order was made.
  await sql`drop index orders_tenant_id_account_id_created_at_id_idx`.execute(db);
  await sql`
    create index payments_history on payments (tenant_id, account_id, created_at desc, id desc) include (site_id)
      where state not in ('created', 'authenticating', 'challenge', 'authenticated', 'cancelled', 'expired')`.execute(
    db,
  );
}

async function makeInvoices(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      -- from the series, or from the marina's own files; never changed, never removed
      add column invoice_number text,
      add column invoiced_on date,
      add check ((invoice_number is null) = (invoiced_on is null))`.execute(db);
  await sql`
    create unique index orders_invoice_number on orders (tenant_id, invoice_number)
      where invoice_number is not null`.execute(db);
  await sql`
    create index orders_to_invoice on orders (tenant_id, tax_point_date, id)
      where invoice_number is null and cancelled_at is null`.execute(db);
  // The rate on the net price. Null: the line is older than this column.
  await sql`alter table order_lines add column vat_percent numeric(4, 2)`.execute(db);
  await sql`
    create table invoice_papers (
      tenant_id int not null,
      order_id int not null,
      file_id int not null,
      primary key (tenant_id, order_id),
      foreign key (tenant_id, order_id) references orders (tenant_id, id),
      foreign key (tenant_id, file_id) references files (tenant_id, id)
    )`.execute(db);
  await sql`create index on invoice_papers (tenant_id, file_id)`.execute(db);
  await sql`
    alter table mails
      add column order_id int,
      add foreign key (tenant_id, order_id) references orders (tenant_id, id)`.execute(db);
  await sql`create index on mails (tenant_id, order_id) where order_id is not null`.execute(db);
  await protectByTenant(db, 'invoice_papers');
}
