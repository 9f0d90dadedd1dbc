import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The orders that a browser has opened by their pay links: one key for a browser, each order for a while.
  await sql`
    create table order_keys (
      tenant_id int not null,
      -- sha-256 of the key, which is stored nowhere
      key_hash bytea not null,
      order_id int not null,
      expires_at timestamptz not null,
      primary key (tenant_id, key_hash, order_id),
      foreign key (tenant_id, order_id) references orders (tenant_id, id)
    )`.execute(db);
  await sql`create index on order_keys (tenant_id, order_id)`.execute(db);
  await sql`create index on order_keys (tenant_id, expires_at)`.execute(db);
  await protectByTenant(db, 'order_keys');
  // The key of the browser that started the attempt by a pay link. Null: a session of the account or the office
  // started it.
  await sql`alter table payments add column order_key_hash bytea`.execute(db);
}
