import type { TenantDb } from '../../db/client.ts';

/** A file of an account; undefined for anybody else's. */
export async function findFile(db: TenantDb, tenantId: number, accountId: number, guid: string) {
  return db
    .selectFrom('files')
    .select(['id', 'name', 'content_type', 'size', 'sha256', 'storage_name'])
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('guid', '=', guid)
    .executeTakeFirst();
}

export interface NewFileRow {
  tenant_id: number;
  id: number;
  guid: string;
  account_id: number;
  name: string;
  content_type: string;
  size: number;
  sha256: Buffer;
  storage_name: string;
  created_at: Date;
}

export async function insertFile(trx: TenantDb, row: NewFileRow): Promise<void> {
  await trx.insertInto('files').values(row).execute();
}
