import type { Insertable } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema.ts';

export async function insertAgreement(trx: TenantDb, row: Insertable<Database['agreements']>): Promise<void> {
  await trx.insertInto('agreements').values(row).execute();
}

/** Withdraws an agreement that is not signed. A signature that comes at the same time waits, then sees it. */
export async function withdrawUnsigned(trx: TenantDb, tenantId: number, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('agreements')
    .set({ withdrawn_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('signed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
