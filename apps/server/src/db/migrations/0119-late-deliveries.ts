import { type Kysely, sql } from 'kysely';

/** Webhooks send new events before those of an outage and of a replay, which can be thousands. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_deliveries add column is_late boolean not null default false`.execute(db);
  await sql`drop index webhook_deliveries_tenant_id_endpoint_id_next_at_idx`.execute(db);
  await sql`
    create index webhook_deliveries_in_order on webhook_deliveries (tenant_id, endpoint_id, is_late, next_at, id)
    where state = 'waiting'`.execute(db);
}
