import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema/schema.ts';

/** Finds a file of an account; undefined for somebody else's. */
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

/** Deletes a file's row. @returns its name in the storage; undefined if the storage does not have it */
export async function deleteFile(trx: TenantDb, tenantId: number, id: number): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('files')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning('storage_name')
    .executeTakeFirst();
  return row?.storage_name ?? undefined;
}

/** Finds the files `t` for which the condition is true. */
export async function findFiles(trx: TenantDb, tenantId: number, condition: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id from files t where t.tenant_id = ${tenantId} and ${condition}`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Finds the newest file that the storage has to have, by its name there; undefined if there is none. */
export async function findNewestStored(db: TenantDb, tenantId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('files')
    .select('storage_name')
    .where('tenant_id', '=', tenantId)
    .where('storage_name', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.storage_name ?? undefined;
}

/** The note of a file on its way to the storage. */
interface FileNote {
  tenantId: number;
  storageName: string;
}

/** Inserts the note before the file is stored. If no row ever names the file, the sweep finds it by the note. */
export async function insertNote(
  db: TenantDb,
  { tenantId, storageName, begunAt }: FileNote & { begunAt: Date },
): Promise<void> {
  await db
    .insertInto('file_uploads')
    .values({ tenant_id: tenantId, storage_name: storageName, begun_at: begunAt })
    .execute();
}

/** Deletes the note after a row names the file, or the file was deleted. */
export async function deleteNote(db: TenantDb, { tenantId, storageName }: FileNote): Promise<void> {
  await db
    .deleteFrom('file_uploads')
    .where('tenant_id', '=', tenantId)
    .where('storage_name', '=', storageName)
    .execute();
}

/**
 * Locks the notes of files that were begun before this time and never finished: the tenant's, and those of marinas
 * that were never created. A note that somebody is deleting now is skipped, because its file is about to be named.
 */
export async function lockGivenUpNotes(trx: TenantDb, tenantId: number, before: Date): Promise<FileNote[]> {
  const { rows } = await sql<FileNote>`
    select tenant_id as "tenantId", storage_name as "storageName" from file_uploads
    where (tenant_id = ${tenantId} or tenant_id not in (select unsafe_tenant_ids())) and begun_at < ${before}
    order by begun_at limit 1000 for update skip locked`.execute(trx);
  return rows;
}
