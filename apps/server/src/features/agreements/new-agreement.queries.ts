import { type Insertable, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema/schema.ts';

export async function insertAgreement(trx: TenantDb, row: Insertable<Database['agreements']>): Promise<void> {
  await trx.insertInto('agreements').values(row).execute();
}

/**
 * Withdraws those of the agreements that are not signed, and returns their number. A signature that comes at the same
 * time waits, then sees it.
 */
export async function withdrawUnsigned(
  trx: TenantDb,
  tenantId: number,
  ids: readonly number[],
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('agreements')
    .set({ withdrawn_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where('signed_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
