import { type Kysely, sql } from 'kysely';

/** The histories read their pages, and count them, from these. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_history on orders (tenant_id, account_id, tax_point_date desc, id desc)`.execute(db);
  // Nothing asks by the day on which an order was made.
  await sql`drop index orders_tenant_id_account_id_created_at_id_idx`.execute(db);
  await sql`
    create index payments_history on payments (tenant_id, account_id, created_at desc, id desc) include (site_id)
      where state not in ('created', 'authenticating', 'challenge', 'authenticated', 'cancelled', 'expired')`.execute(
    db,
  );
}
