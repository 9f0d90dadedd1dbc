import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payments
      -- the event that ended it unpaid; shows if that was the provider's word
      add column ended_by text`.execute(db);
  // Row security is lifted meanwhile, because it binds the owner too.
  const tables = ['payments', 'payment_orders', 'payment_events'];
  for (const table of tables) await sql`alter table ${sql.table(table)} no force row level security`.execute(db);
  await nameEnds(db);
  await freeUnsent(db);
  for (const table of tables) await sql`alter table ${sql.table(table)} force row level security`.execute(db);
  await indexHistory(db);
}

async function nameEnds(db: Kysely<unknown>): Promise<void> {
  await sql`
    update payments p set ended_by = (
      select e.event from payment_events e
      where e.tenant_id = p.tenant_id and e.payment_id = p.id and e.to_state = p.state
      order by e.sequence desc limit 1
    )
    where p.state in ('declined', 'cancelled', 'expired')`.execute(db);
}

/**
 * Frees the orders of attempts that were not sent. With PayPal the customer only agrees on its page and pays later.
 */
async function freeUnsent(db: Kysely<unknown>): Promise<void> {
  await sql`update payments set state = 'agreeing' where state = 'redirected' and channel = 'PayPal'`.execute(db);
  await sql`
    update payment_orders o set live = false from payments p
    where o.live and p.tenant_id = o.tenant_id and p.id = o.payment_id
      and p.state in ('created', 'authenticating', 'challenge', 'authenticated', 'agreeing')`.execute(db);
}

async function indexHistory(db: Kysely<unknown>): Promise<void> {
  await sql`drop index payments_history`.execute(db);
  await sql`
    create index payments_history on payments (tenant_id, account_id, created_at desc, id desc) include (site_id)
      where state not in ('created', 'authenticating', 'challenge', 'authenticated', 'agreeing', 'cancelled', 'expired')
    `.execute(db);
}
