import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The integration API reads payments in the order of their changes, and by state.
  await sql`create index payments_changes on payments (tenant_id, updated_at, id)`.execute(db);
  await sql`create index payments_of_state on payments (tenant_id, state, id)`.execute(db);
}
