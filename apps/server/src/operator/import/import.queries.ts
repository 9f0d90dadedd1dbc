import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

/**
 * Keeps other imports away until the transaction ends: each could miss the rows of the other.
 * @returns false if one runs
 */
export async function lockOutOtherImports(trx: TenantDb): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(7201846) as free`.execute(trx);
  return rows[0]?.free === true;
}

/** Tables that may be large. */
const analysed = [
  'accounts',
  'boats',
  'orders',
  'order_lines',
  'waiting_list_entries',
  'estimates',
  'estimate_lines',
  'stays',
  'account_documents',
  'agreements',
  'payments',
  'payment_orders',
  'payment_allocations',
  'payment_events',
];

/** Analyses the large tables, so that later queries are planned for their size. */
export async function analyseTables(ownerDb: TenantDb): Promise<void> {
  await sql`analyze ${sql.raw(analysed.join(', '))}`.execute(ownerDb);
}
