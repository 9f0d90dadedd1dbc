import type { TenantDb } from '../../db/client.ts';
import { decryptBytes, encryptBytes, sealKeys } from '../../db/secrets/secrets.ts';

/** Finds the certificate that seals now, with its key; undefined before the first. */
export async function findCurrent(db: TenantDb, tenantId: number) {
  const row = await db
    .selectFrom('seal_certificates')
    .select(['tenant_id', 'id', 'certificates', 'private_key', 'installed'])
    .where('tenant_id', '=', tenantId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, private_key: row.private_key && decryptBytes(db, sealKeys, row, row.private_key) };
}

/** Returns every certificate that ever sealed, without keys, the newest first. */
export async function listCertificates(db: TenantDb, tenantId: number) {
  return db
    .selectFrom('seal_certificates')
    .select(['certificates', 'installed', 'created_at'])
    .where('tenant_id', '=', tenantId)
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Adds the certificate that seals from now on. The keys of earlier ones are deleted: they are only needed to verify.
 */
export async function insertCertificate(
  db: TenantDb,
  row: {
    tenant_id: number;
    id: number;
    certificates: string;
    private_key: Buffer;
    installed: boolean;
    created_at: Date;
  },
): Promise<void> {
  await db
    .updateTable('seal_certificates')
    .set({ private_key: null })
    .where('tenant_id', '=', row.tenant_id)
    .where('private_key', 'is not', null)
    .execute();
  const private_key = encryptBytes(db, sealKeys, row, row.private_key);
  await db
    .insertInto('seal_certificates')
    .values({ ...row, private_key })
    .execute();
}
