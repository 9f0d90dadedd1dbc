import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

/** The namespace of these advisory locks. */
const rowLocks = 7_201_847;

/**
 * Keeps an import of a marina and its programs' single rows apart, until the transaction ends: each would miss the
 * rows of the other. Rows of programs share the lock, and an import has it alone.
 */
export async function lockTenantRows(trx: TenantDb, tenantId: number, how: 'shared' | 'alone'): Promise<void> {
  const lock = how === 'alone' ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`;
  await sql`select ${lock}(${sql.lit(rowLocks)}, ${tenantId}::int)`.execute(trx);
}

/**
 * Keeps other imports away until the transaction ends: each could miss the rows of the other.
 * @returns false if one runs
 */
export async function holdOthersOff(trx: TenantDb): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(7201846) as free`.execute(trx);
  return rows[0]?.free === true;
}

/** Tables that may be large. */
const analysed = [
  ...['accounts', 'boats', 'orders', 'order_lines', 'waiting_list_entries'],
  ...['estimates', 'estimate_lines', 'stays', 'account_documents', 'agreements'],
  ...['payments', 'payment_orders', 'payment_allocations', 'payment_events'],
];

/** Analyses the large tables, so that later queries are planned for their size. */
export async function analyseTables(ownerDb: TenantDb): Promise<void> {
  await sql`analyze ${sql.raw(analysed.join(', '))}`.execute(ownerDb);
}
