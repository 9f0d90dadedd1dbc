import { type Kysely, sql } from 'kysely';

/** The integration API lists the payments of some days, as bookkeepers reconcile them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index payments_moved on payments (tenant_id, transaction_at) where transaction_at is not null`.execute(db);
}
