import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payments
      -- the marina's own reference of a payment that its office took; null for a payment through the portal
      add column office_reference text,
      -- how the office took the money: cash, cheque and so on
      add column office_method text,
      add column bank_reference text,
      -- the days at the site
      add column paid_on date,
      add column reversed_on date`.execute(db);
  // The same reference is one payment, even if two commands record it at once.
  await sql`
    create unique index payments_office_reference on payments (tenant_id, office_reference)
      where office_reference is not null`.execute(db);
  // The account's balance reads only payments that may have something left.
  await sql`
    create index payments_available on payments (tenant_id, account_id)
      where amount_minor > allocated_minor + refunded_minor + reversed_minor
        and state in ('allocated', 'partRefunded', 'refunded', 'partReversed', 'disputed')`.execute(db);
  await sql`
    alter table orders
      -- the part that credit notes settle; allocated_minor includes it
      add column credited_minor bigint not null default 0
        check (credited_minor >= 0 and credited_minor <= allocated_minor),
      -- the order that this credit note is for
      add column credits_order_id int,
      add foreign key (tenant_id, credits_order_id) references orders (tenant_id, id)`.execute(db);
  await sql`
    create index orders_credits on orders (tenant_id, credits_order_id) where credits_order_id is not null`.execute(db);
}
