import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment_refunds (
      tenant_id int not null,
      id int not null,
      payment_id int not null,
      -- our reference on the provider's wire, never reused
      reference text not null,
      amount_minor bigint not null check (amount_minor > 0),
      reason text not null,
      state text not null check (state in ('sent', 'unknown', 'pending', 'done', 'refused')),
      -- true until the payment's sums hold its outcome
      under_way boolean not null default true,
      -- the refunded sum of the payment when this one was stored
      refunded_before_minor bigint not null,
      -- the provider's name of the refund, once known
      provider_refund_id text,
      -- the provider's names of the refunds that there were before this one: another one is ours
      earlier_ids jsonb not null,
      error_code text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check_at timestamptz,
      primary key (tenant_id, id),
      unique (tenant_id, reference),
      unique (tenant_id, payment_id, provider_refund_id),
      foreign key (tenant_id, payment_id) references payments (tenant_id, id)
    )`.execute(db);
  // A payment has one refund under way at most, even if the code forgets to check: two could refund too much.
  await sql`
    create unique index payment_refunds_under_way on payment_refunds (tenant_id, payment_id) where under_way`.execute(
    db,
  );
  await sql`
    create index payment_refunds_to_check on payment_refunds (tenant_id, check_at) where check_at is not null`.execute(
    db,
  );
  await protectByTenant(db, 'payment_refunds');
}
