import { type Insertable, sql } from 'kysely';
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

/** Takes a file's row away; undefined where the storage has nothing of it. @returns its name there */
export async function deleteFile(trx: TenantDb, tenantId: number, id: number): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('files')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning('storage_name')
    .executeTakeFirst();
  return row?.storage_name ?? undefined;
}

/** What tells that a file is on its way to the storage. */
interface FileNote {
  tenantId: number;
  storageName: string;
}

/** Before a file goes to the storage: what no row comes to name is swept by it. */
export async function insertNote(
  db: TenantDb,
  { tenantId, storageName, begunAt }: FileNote & { begunAt: Date },
): Promise<void> {
  await db
    .insertInto('file_uploads')
    .values({ tenant_id: tenantId, storage_name: storageName, begun_at: begunAt })
    .execute();
}

/** Once a row names the file, or it was taken back. */
export async function deleteNote(db: TenantDb, { tenantId, storageName }: FileNote): Promise<void> {
  await db
    .deleteFrom('file_uploads')
    .where('tenant_id', '=', tenantId)
    .where('storage_name', '=', storageName)
    .execute();
}

/**
 * Holds the notes of files that were begun before, and whose end nobody saw: the tenant's, and those of marinas that
 * never came to be. A note that somebody is taking back at this moment is passed by: their file is about to be named.
 */
export async function lockGivenUpNotes(trx: TenantDb, tenantId: number, before: Date): Promise<FileNote[]> {
  const { rows } = await sql<FileNote>`
    select tenant_id as "tenantId", storage_name as "storageName" from file_uploads
    where (tenant_id = ${tenantId} or tenant_id not in (select unsafe_tenant_ids())) and begun_at < ${before}
    order by begun_at limit 1000 for update skip locked`.execute(trx);
  return rows;
}
