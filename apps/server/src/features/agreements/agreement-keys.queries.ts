import type { TenantDb } from '../../db/client.ts';

/** Stores a key that opens the paper of an agreement until it expires. */
export async function storeKey(
  db: TenantDb,
  row: { tenant_id: number; key_hash: Buffer; agreement_id: number; expires_at: Date },
): Promise<void> {
  await db.insertInto('agreement_keys').values(row).execute();
}

/** Tells if a key opens the paper of an agreement now. */
export async function hasKey(
  db: TenantDb,
  { tenantId, agreementId, keyHash, now }: { tenantId: number; agreementId: number; keyHash: Buffer; now: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom('agreement_keys')
    .select('agreement_id')
    .where('tenant_id', '=', tenantId)
    .where('key_hash', '=', keyHash)
    .where('agreement_id', '=', agreementId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found !== undefined;
}

/** Deletes keys and codes that have expired. */
export async function sweepKeys(db: TenantDb, tenantId: number, now: Date): Promise<void> {
  await db.deleteFrom('agreement_keys').where('tenant_id', '=', tenantId).where('expires_at', '<=', now).execute();
  await db
    .deleteFrom('agreement_email_codes')
    .where('tenant_id', '=', tenantId)
    .where('expires_at', '<=', now)
    .execute();
}
