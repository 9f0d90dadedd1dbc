import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

const tables = ['sites', 'accounts', 'boats', 'orders'];

export async function up(db: Kysely<unknown>): Promise<void> {
  // The database notes changes, so that no statement of the server can forget it.
  await sql`
    create function note_change() returns trigger language plpgsql as
      $$ begin new.updated_at := now(); return new; end $$`.execute(db);
  for (const table of tables) {
    await sql`alter table ${sql.table(table)} add column updated_at timestamptz not null default now()`.execute(db);
    await sql`
      create trigger note_change before update on ${sql.table(table)}
        for each row when (old is distinct from new) execute function note_change()`.execute(db);
  }
  await noteChangedLines(db);
  for (const table of tables.slice(1))
    await sql`create index ${sql.id(`${table}_changes`)} on ${sql.table(table)} (tenant_id, updated_at, id)`.execute(
      db,
    );
  await sql`
    create index orders_cancelled on orders (tenant_id, id) where cancelled_at is not null`.execute(db);
  await sql`
    create index orders_open on orders (tenant_id, id)
      where gross_minor > allocated_minor and cancelled_at is null`.execute(db);
  await sql`create index orders_of_account on orders (tenant_id, account_id, id)`.execute(db);
  await storeAnswers(db);
}

/**
 * Lets a changed line count as a change of its order. An order that this transaction changed already stays as it is.
 */
async function noteChangedLines(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_changed_lines() returns trigger language plpgsql as $$
      begin
        update orders o set updated_at = now() from (select distinct tenant_id, order_id from changed) as c
          where o.tenant_id = c.tenant_id and o.id = c.order_id and o.updated_at < now();
        return null;
      end $$`.execute(db);
  for (const [event, rows] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ] as const)
    await sql`
      create trigger ${sql.id(`note_${event}`)} after ${sql.raw(event)} on order_lines
        referencing ${sql.raw(rows)} table as changed
        for each statement execute function note_changed_lines()`.execute(db);
}

/** Stores answers by their idempotency keys, so that the same request again does nothing twice. */
async function storeAnswers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table integration_answers (
      tenant_id int not null,
      key_id int not null,
      idempotency_key text not null,
      -- sha-256 of the call and its content
      request_hash bytea not null,
      answer jsonb not null,
      created_at timestamptz not null,
      primary key (tenant_id, key_id, idempotency_key),
      foreign key (tenant_id, key_id) references integration_keys (tenant_id, id)
    )`.execute(db);
  await sql`create index on integration_answers (tenant_id, created_at)`.execute(db);
  await protectByTenant(db, 'integration_answers');
}
