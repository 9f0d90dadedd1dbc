import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { changedHere, madeHere } from '../../db/sql/rows-of-transaction.ts';
import { type Page, rowsOfAccount, rowsOfPage } from '../integration-rows/integration-rows.exports.ts';

export interface DocumentResourceRow {
  id: number;
  reference: string | null;
  account_id: number;
  account: string | null;
  boat: string | null;
  boat_name: string | null;
  type_id: number;
  type: string | null;
  name: string;
  notes: string;
  /** The day of the paper, at the harbour. */
  created_on: string;
  version: number;
  expires_on: string | null;
  ready_at: Date;
  superseded_at: Date | null;
  review: 'accepted' | 'rejected' | null;
  review_reason: string;
  reviewed_at: Date | null;
  /** The file. Null for a paper at the office, and if the file was kept as long as its type says. */
  content_type: string | null;
  file_name: string | null;
  size: number | null;
  sha256: Buffer | null;
  storage_name: string | null;
  /** True if another document of its type and boat counts instead. */
  is_replaced: boolean;
  updated_at: Date;
  changed_at: string;
  is_new: boolean;
}

/** Reads complete documents, as programs of the marina see them. One that waits for its file is not complete. */
async function read(db: TenantDb, tenantId: number, which: RawBuilder<unknown>): Promise<DocumentResourceRow[]> {
  const { rows } = await sql<DocumentResourceRow>`
    select d.id, d.reference, a.id as account_id, a.reference as account, b.reference as boat, b.name as boat_name,
      t.id as type_id, t.reference as type, d.name, d.notes, d.version, d.expires_on, d.ready_at, d.superseded_at,
      d.review, d.review_reason, d.reviewed_at, (d.created_at at time zone s.time_zone)::date as created_on,
      d.updated_at, d.updated_at::text as changed_at,
      ${madeHere('d')} as is_new, f.content_type, f.name as file_name, f.size, f.sha256, f.storage_name,
      d.superseded_at is not null and exists (
        select from account_documents current
        where current.tenant_id = d.tenant_id and current.account_id = d.account_id
          and current.document_type_id = d.document_type_id and current.boat_id is not distinct from d.boat_id
          and current.ready_at is not null and current.superseded_at is null
      ) as is_replaced
    from "account_documents" d
    join accounts a on a.tenant_id = d.tenant_id and a.id = d.account_id
    join sites s on s.tenant_id = a.tenant_id and s.id = a.site_id
    join document_types t on t.tenant_id = d.tenant_id and t.id = d.document_type_id
    left join boats b on b.tenant_id = d.tenant_id and b.id = d.boat_id
    left join files f on f.tenant_id = d.tenant_id and f.id = d.file_id
    where d.tenant_id = ${tenantId} and d.ready_at is not null and ${which}`.execute(db);
  return rows;
}

export const findDocumentResource = async (db: TenantDb, tenantId: number, id: number) =>
  (await read(db, tenantId, sql`d.id = ${id}`))[0];

/** Finds a document by the marina's own reference. */
export const findOfficeDocument = async (db: TenantDb, tenantId: number, reference: string) =>
  (await read(db, tenantId, sql`d.reference = ${reference}`))[0];

/** Lists the complete documents that this transaction has made or changed, by their numbers. */
export const listChangedDocuments = (
  trx: TenantDb,
  tenantId: number,
  { after, except }: { after: number; except: number | null },
  limit: number,
) =>
  read(
    trx,
    tenantId,
    sql`${changedHere('d')} and d.id > ${after} and d.id is distinct from ${except} order by d.id limit ${limit}`,
  );

export function pageOfDocuments(
  db: TenantDb,
  tenantId: number,
  page: Page,
  { account, type }: { account?: string | undefined; type?: string | undefined },
): Promise<DocumentResourceRow[]> {
  const { where, order, limit } = rowsOfPage('d', page);
  const ofAccount = rowsOfAccount('d', tenantId, account);
  // The type is looked up first, too.
  const typeId = sql`(select id from document_types where tenant_id = ${tenantId} and reference = ${type})`;
  const ofType = type === undefined ? sql`true` : sql`d.document_type_id = ${typeId}`;
  return read(db, tenantId, sql`${where} and ${ofAccount} and ${ofType} order by ${order} limit ${limit}`);
}
