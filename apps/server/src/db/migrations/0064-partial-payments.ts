import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The order's debt when its payer chose a part of it. Null: the attempt pays all that the order owes.
  await sql`
    alter table payment_orders
      add column due_minor bigint,
      add constraint payment_orders_part check (due_minor is null or due_minor >= amount_minor)`.execute(db);
}
