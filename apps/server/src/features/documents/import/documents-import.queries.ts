import type { UploadType } from '@quayside/contract/documents/uploads.ts';
import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';
import { takeNumbers } from '../../../db/sql/numbers.ts';
import type { Columns } from '../../../import/columns.ts';
import type { Counts } from '../../../import/kind.ts';
import { lockAccounts } from '../../../import/lock-accounts.queries.ts';
import { assign, differs, momentOn, valuesOf } from '../../../import/store-rows.queries.ts';

/**
 * Prepares the rows to store, and returns the columns that are compared with a stored document and written to it.
 * `is_version`: the row replaces the stored document with its reference.
 */
export async function prepareDocuments(trx: TenantDb, tenantId: number, columns: Columns): Promise<readonly string[]> {
  const written = valuesOf({
    columns,
    computed: {
      notes: sql`coalesce(s.notes, t.notes, '')`,
      created_at: momentOn(sql`s.created_on::date`, 'created_at'),
    },
  });
  await sql`
    create temp table import_document_next on commit drop as
    select s.source_line, t.id as stored_id, null::int as id, ${written.values}, a.id as account_id,
      type.id as document_type_id, case when t.id is not null then t.boat_id else (
        select b.id from boats b
        where b.tenant_id = ${tenantId} and b.account_id = a.id and b.name = s.boat order by b.id limit 1
      ) end as boat_id,
      s.created_on::date as created_on, s.file, s.content_type, s.size, s.sha256, null::int as file_id,
      t.id is null as is_new, t.id is not null and s.file is not null
        and encode(coalesce(f.sha256, t.erased_sha256), 'hex') is distinct from s.sha256 as is_version
    from import_documents s
    join accounts a on a.tenant_id = ${tenantId} and a.reference = s.account
    join sites site on site.tenant_id = ${tenantId} and site.id = a.site_id
    join document_types type on type.tenant_id = ${tenantId} and type.reference = s.type
    left join account_documents t on t.tenant_id = ${tenantId} and t.reference = s.reference
    left join files f on f.tenant_id = ${tenantId} and f.id = t.file_id
    where s.tenant_id = ${tenantId}`.execute(trx);
  await sql`analyze import_document_next`.execute(trx);
  return written.columns;
}

export interface NewFile {
  source_line: number;
  account_id: number;
  name: string;
  file: string;
  content_type: UploadType;
  size: number;
  sha256: string;
}

/** Returns the files of documents that are new or have another file. */
export async function listNewFiles(trx: TenantDb): Promise<NewFile[]> {
  const { rows } = await sql<NewFile>`
    select source_line, account_id, name, file, content_type, size, sha256 from import_document_next
    where (is_new or is_version) and sha256 is not null order by source_line`.execute(trx);
  return rows;
}

/** Notes the stored file of a document. */
export async function setImportedFile(trx: TenantDb, line: number, fileId: number): Promise<void> {
  await sql`update import_document_next set file_id = ${fileId} where source_line = ${line}`.execute(trx);
}

/** Changes the documents that keep their file. */
export async function changeDocuments(trx: TenantDb, tenantId: number, written: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update account_documents t set ${assign(written)}
    from import_document_next n
    where t.tenant_id = ${tenantId} and t.id = n.stored_id and not n.is_version and ${differs(written)}`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Locks the accounts whose documents change, before their documents are touched, as the portal does for uploads. So no
 * version number is given twice.
 */
export const lockAccountsOfChanges = (trx: TenantDb, tenantId: number, written: readonly string[]): Promise<void> =>
  lockAccounts(
    trx,
    tenantId,
    sql`
      select n.account_id from import_document_next n
      left join account_documents t on t.tenant_id = ${tenantId} and t.id = n.stored_id
      where n.is_new or n.is_version or ${differs(written)}`,
  );

/** Adds the documents that are new or have another file. */
export async function addVersions(
  trx: TenantDb,
  tenantId: number,
  written: readonly string[],
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from import_document_next where is_new or is_version`.execute(trx);
  const count = rows[0]?.count ?? 0;
  if (count === 0) return;
  const first = await takeNumbers(trx, tenantId, 'account-document', count);
  await sql`
    update import_document_next n set id = numbered.id
    from (
      select source_line, ${first}::int + (row_number() over (order by created_on, source_line))::int - 1 as id
      from import_document_next where is_new or is_version
    ) as numbered
    where n.source_line = numbered.source_line`.execute(trx);
  await sql`
    update account_documents t set reference = null, superseded_at = coalesce(t.superseded_at, ${now})
    from import_document_next n
    where t.tenant_id = ${tenantId} and t.id = n.stored_id and n.is_version`.execute(trx);
  await insertVersions(trx, tenantId, written, now);
  await chooseCurrentVersions(trx, tenantId, now);
}

/** Inserts new versions. None of them is the current one yet. */
const insertVersions = (trx: TenantDb, tenantId: number, written: readonly string[], now: Date) =>
  sql`
    insert into account_documents (tenant_id, id, account_id, document_type_id, boat_id, version, file_id, ready_at,
      superseded_at, ${sql.join(written.map((column) => sql.ref(column)))})
    select ${tenantId}::int, n.id, n.account_id, n.document_type_id, n.boat_id,
      coalesce((
        select max(d.version) from account_documents d
        where d.tenant_id = ${tenantId} and d.account_id = n.account_id and d.document_type_id = n.document_type_id
          and d.boat_id is not distinct from n.boat_id
      ), 0) + row_number() over (partition by n.account_id, n.document_type_id, n.boat_id order by n.id),
      n.file_id, ${now}::timestamptz, ${now}::timestamptz,
      ${sql.join(written.map((column) => sql.ref(`n.${column}`)))}
    from import_document_next n where n.id is not null`.execute(trx);

/**
 * Chooses the current version among the new ones and the one so far: the latest day at the site wins, and within a
 * day the last version. So an older paper of the office doesn't replace what a customer handed in since.
 */
async function chooseCurrentVersions(trx: TenantDb, tenantId: number, now: Date): Promise<void> {
  await sql`
    create temp table import_document_ranks on commit drop as
    select d.id, d.superseded_at, row_number() over (
      partition by d.account_id, d.document_type_id, d.boat_id
      order by (d.created_at at time zone site.time_zone)::date desc, d.version desc
    ) as rank
    from (select distinct account_id, document_type_id, boat_id from import_document_next where id is not null) place
    join account_documents d on d.tenant_id = ${tenantId} and d.account_id = place.account_id
      and d.document_type_id = place.document_type_id and d.boat_id is not distinct from place.boat_id
    join accounts a on a.tenant_id = ${tenantId} and a.id = d.account_id
    join sites site on site.tenant_id = ${tenantId} and site.id = a.site_id
    where d.ready_at is not null
      and (d.superseded_at is null or d.id in (select id from import_document_next))`.execute(trx);
  await sql`
    update account_documents d set superseded_at = ${now} from import_document_ranks r
    where d.tenant_id = ${tenantId} and d.id = r.id and r.rank > 1 and r.superseded_at is null`.execute(trx);
  await sql`
    update account_documents d set superseded_at = null from import_document_ranks r
    where d.tenant_id = ${tenantId} and d.id = r.id and r.rank = 1 and r.superseded_at is not null`.execute(trx);
  await sql`drop table import_document_ranks`.execute(trx);
}

/** Counts the rows, and ends the preparation. */
export async function countDocuments(trx: TenantDb, changedInPlace: number): Promise<Counts> {
  const { rows } = await sql<{ all: number; added: number; versions: number }>`
    select count(*)::int as "all", count(*) filter (where is_new)::int as added,
      count(*) filter (where is_version)::int as versions
    from import_document_next`.execute(trx);
  const { all, added, versions } = rows[0] ?? { all: 0, added: 0, versions: 0 };
  await sql`drop table import_document_next`.execute(trx);
  const changed = versions + changedInPlace;
  return { added, changed, unchanged: all - added - changed, removed: 0 };
}
