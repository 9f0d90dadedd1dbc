import { type Insertable, sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';
import type { Database } from '../../../db/schema/schema.ts';

/**
 * Locks an agreement until the transaction ends. If many sign at once, one is first and the others see its signature.
 */
export const lockAgreement = (trx: TenantDb, tenantId: number, id: number): Promise<void> =>
  lockAgreements(trx, tenantId, [id]);

/** Locks agreements until the transaction ends, in the order of their ids. */
export async function lockAgreements(trx: TenantDb, tenantId: number, ids: readonly number[]): Promise<void> {
  await trx
    .selectFrom('agreements')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function insertSignature(trx: TenantDb, row: Insertable<Database['agreement_signatures']>): Promise<void> {
  await trx.insertInto('agreement_signatures').values(row).execute();
}

export async function markSigned(trx: TenantDb, tenantId: number, id: number, now: Date): Promise<void> {
  await trx
    .updateTable('agreements')
    .set({ signed_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}
