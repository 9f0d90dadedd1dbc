import { sql } from 'kysely';
import type { TenantDb } from '../db/client.ts';

/** The namespace of these advisory locks. */
const rowLocks = 7_201_847;

/**
 * Keeps an import of a marina, or the erasure of a customer, and its programs' single rows apart until the transaction
 * ends: each would miss the rows of the other. Rows of programs share the lock; an import or an erasure has it alone.
 */
export async function lockTenantRows(trx: TenantDb, tenantId: number, how: 'shared' | 'alone'): Promise<void> {
  const lock = how === 'alone' ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`;
  await sql`select ${lock}(${sql.lit(rowLocks)}, ${tenantId}::int)`.execute(trx);
}
