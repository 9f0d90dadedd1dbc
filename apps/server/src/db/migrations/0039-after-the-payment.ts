import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payments
      -- the amount that the provider refunded
      add column refunded_minor bigint not null default 0
        check (refunded_minor >= 0 and refunded_minor <= amount_minor)`.execute(db);
  await sql`
    alter table payment_allocations
      -- the refunded part of this order; it stays allocated, because nothing is owed again
      add column refunded_minor bigint not null default 0
        check (refunded_minor >= 0 and refunded_minor <= amount_minor)`.execute(db);
  await fillRefunds(db);
  await sql`
    alter table card_vault_profiles
      -- before this time only one request may keep a card in it, so that two can't pass the limit together
      add column keeping_until timestamptz`.execute(db);
}

/** Fills the new columns. Row security is lifted meanwhile, because it binds the owner too. */
async function fillRefunds(db: Kysely<unknown>): Promise<void> {
  for (const table of ['payments', 'payment_allocations'])
    await sql`alter table ${sql.table(table)} no force row level security`.execute(db);
  await sql`update payments set refunded_minor = amount_minor where state = 'refunded'`.execute(db);
  await sql`
    update payment_allocations a set refunded_minor = a.amount_minor from payments p
    where p.tenant_id = a.tenant_id and p.id = a.payment_id and p.state = 'refunded'`.execute(db);
  for (const table of ['payments', 'payment_allocations'])
    await sql`alter table ${sql.table(table)} force row level security`.execute(db);
}
