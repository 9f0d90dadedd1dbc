import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payments
      -- the amount that is claimed back, undecided
      add column disputed_minor bigint not null default 0
        check (disputed_minor >= 0 and disputed_minor <= amount_minor),
      -- the amount that a bank or the provider reversed for good: its orders owe it again
      add column reversed_minor bigint not null default 0
        check (reversed_minor >= 0 and reversed_minor <= amount_minor)`.execute(db);
  await fillClaims(db);
  // Every unit is on an order, available, refunded or reversed, and none is counted twice.
  await sql`
    alter table payments
      add check (allocated_minor + reversed_minor <= amount_minor),
      add check (refunded_minor + reversed_minor <= amount_minor)`.execute(db);
  // Some events name the charge and not our attempt.
  await sql`alter table provider_events add column provider_payment_id text`.execute(db);
}

/**
 * Fills the claims. So far every claim was for a whole payment; the provider's next answer corrects those for a part.
 */
async function fillClaims(db: Kysely<unknown>): Promise<void> {
  // Row security is lifted meanwhile, because it binds the owner too.
  await sql`alter table payments no force row level security`.execute(db);
  await sql`update payments set disputed_minor = amount_minor where state = 'disputed'`.execute(db);
  await sql`
    update payments set reversed_minor = amount_minor, refunded_minor = 0, allocated_minor = 0
    where state = 'reversed'`.execute(db);
  await sql`alter table payments force row level security`.execute(db);
}
