import type { Insertable } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema.ts';

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

export async function insertFile(trx: TenantDb, row: Insertable<Database['files']>): Promise<void> {
  await trx.insertInto('files').values(row).execute();
}
