import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';

export type DocumentRow = NonNullable<Awaited<ReturnType<typeof findDocument>>>;

/** Finds a document of the account with its file. */
export async function findDocument(db: TenantDb, tenantId: number, accountId: number, id: number) {
  return db
    .selectFrom('account_documents as d')
    .leftJoin('files as f', (join) => join.onRef('f.tenant_id', '=', 'd.tenant_id').onRef('f.id', '=', 'd.file_id'))
    .select(['d.id', 'd.document_type_id', 'd.boat_id', 'd.name', 'd.ready_at', 'f.guid as file_guid', 'f.sha256'])
    .where('d.tenant_id', '=', tenantId)
    .where('d.account_id', '=', accountId)
    .where('d.id', '=', id)
    .executeTakeFirst();
}

/** Locks a document until the transaction ends. Read the document after that. */
export async function lockDocument(trx: TenantDb, tenantId: number, id: number): Promise<void> {
  await trx
    .selectFrom('account_documents')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .execute();
}

/** Makes a waiting document the current one, with its file, in place of the one before. @returns its version */
export async function completeDocument(
  trx: TenantDb,
  { tenantId, id, fileId, now }: { tenantId: number; id: number; fileId: number; now: Date },
): Promise<number> {
  await sql`
    update account_documents old set superseded_at = ${now}
    from account_documents d
    where d.tenant_id = ${tenantId} and d.id = ${id} and old.tenant_id = d.tenant_id
      and old.account_id = d.account_id and old.document_type_id = d.document_type_id
      and old.boat_id is not distinct from d.boat_id
      and old.ready_at is not null and old.superseded_at is null`.execute(trx);
  const { rows } = await sql<{ version: number }>`
    update account_documents d set file_id = ${fileId}, ready_at = ${now}, is_news = true, version = 1 + coalesce((
      select max(old.version) from account_documents old
      where old.tenant_id = d.tenant_id and old.account_id = d.account_id
        and old.document_type_id = d.document_type_id and old.boat_id is not distinct from d.boat_id), 0)
    where d.tenant_id = ${tenantId} and d.id = ${id}
    returning version`.execute(trx);
  return rows[0]?.version ?? 0;
}

/** Counts a download of a document with a file, at most once a minute. @returns false if there is none */
export async function addDownload(
  db: TenantDb,
  { tenantId, accountId, id, now }: { tenantId: number; accountId: number; id: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update account_documents d set
      downloads = downloads + case when ${isOfThisMinute(now)} then 0 else 1 end,
      downloaded_at = case when ${isOfThisMinute(now)} then downloaded_at else ${now}::timestamptz end
    where d.tenant_id = ${tenantId} and d.account_id = ${accountId} and d.id = ${id} and d.file_id is not null
      and d.ready_at is not null
    returning d.id`.execute(db);
  return rows.length > 0;
}

const isOfThisMinute = (now: Date) =>
  sql`downloaded_at is not null and date_trunc('minute', downloaded_at) = date_trunc('minute', ${now}::timestamptz)`;

/** Returns the bytes of the files that an account's documents keep, in all versions. */
export async function storedBytes(db: TenantDb, tenantId: number, accountId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(f.size), 0)::bigint as bytes
    from account_documents d join files f on f.tenant_id = d.tenant_id and f.id = d.file_id
    where d.tenant_id = ${tenantId} and d.account_id = ${accountId} and f.storage_name is not null`.execute(db);
  return rows[0]?.bytes ?? 0;
}
