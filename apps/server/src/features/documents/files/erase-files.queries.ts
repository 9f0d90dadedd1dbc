import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';

export interface OverdueDocument {
  id: number;
  account_id: number;
  document_type_id: number;
  version: number;
  keep_months: number;
  file_id: number;
}

/**
 * Locks some documents whose files were kept as long as their type says: counted from the day at the account's site
 * on which they were superseded, or from their last valid day. Documents that somebody else is changing are skipped:
 * the next round takes them.
 */
export async function lockOverdueDocuments(
  trx: TenantDb,
  tenantId: number,
  { now, atMost }: { now: Date; atMost: number },
): Promise<OverdueDocument[]> {
  const dayOf = (instant: ReturnType<typeof sql>) => sql`(${instant} at time zone s.time_zone)::date`;
  const keptUntil = (day: ReturnType<typeof sql>) => sql`${day} + make_interval(months => t.keep_months)`;
  const { rows } = await sql<OverdueDocument>`
    select d.id, d.account_id, d.document_type_id, d.version, t.keep_months, d.file_id
    from document_types t
    join account_documents d on d.tenant_id = t.tenant_id and d.document_type_id = t.id
    join accounts a on a.tenant_id = d.tenant_id and a.id = d.account_id
    join sites s on s.tenant_id = a.tenant_id and s.id = a.site_id
    where t.tenant_id = ${tenantId} and t.keep_months is not null and d.file_id is not null and d.ready_at is not null
      and least(
        ${keptUntil(dayOf(sql`d.superseded_at`))}, ${keptUntil(sql`d.expires_on`)}
      ) < ${dayOf(sql`${now}::timestamptz`)}
    order by d.id limit ${atMost} for update of d skip locked`.execute(trx);
  return rows;
}

/** Removes a document's file. The document keeps its row, with its dates, its version and the file's hash. */
export async function markErased(trx: TenantDb, tenantId: number, id: number): Promise<void> {
  await sql`
    update account_documents d set file_id = null, erased_sha256 = f.sha256
    from files f
    where d.tenant_id = ${tenantId} and d.id = ${id} and f.tenant_id = d.tenant_id and f.id = d.file_id`.execute(trx);
}

/** Lets a document count no more. @returns the number of its file; null if it has none */
export async function supersedeDocument(
  trx: TenantDb,
  tenantId: number,
  id: number,
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ file_id: number | null }>`
    update account_documents set superseded_at = coalesce(superseded_at, ${now}), is_news = false
    where tenant_id = ${tenantId} and id = ${id} returning file_id`.execute(trx);
  return rows[0]?.file_id ?? null;
}
