import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

export interface DocumentTypeRow {
  id: number;
  names: Record<string, string>;
  guidance: Record<string, string>;
  attachment_level: 'Account' | 'Boat';
  is_expiry_required: boolean;
  boat_id: number | null;
  boat_name: string | null;
  /** null: there is none. */
  document_id: number | null;
  document_name: string | null;
  expires_on: string | null;
  created_at: Date | null;
  file_guid: string | null;
  /** The office's decision on that document. Without one, the rejection of the last document, if it was rejected. */
  review: 'accepted' | 'rejected' | null;
  review_reason: string | null;
  reviewed_at: Date | null;
  reviewed_name: string | null;
  /** The day at the account's site. */
  today: string;
}

interface DocumentsQuery {
  tenantId: number;
  accountId: number;
  /** True for only the types that the marina asks for. */
  promptedOnly: boolean;
  now: Date;
}

/** Returns every type that applies to the account or one of its boats, with the current document. */
export async function documentTypesOfAccount(
  db: TenantDb,
  { tenantId, accountId, promptedOnly, now }: DocumentsQuery,
): Promise<DocumentTypeRow[]> {
  const { rows } = await sql<DocumentTypeRow>`
    select t.id, t.names, t.guidance, t.attachment_level, t.is_expiry_required, b.id as boat_id, b.name as boat_name,
      d.id as document_id, d.name as document_name, d.expires_on, d.created_at, f.guid as file_guid,
      decided.review, decided.review_reason, decided.reviewed_at, decided.name as reviewed_name,
      (${now}::timestamptz at time zone s.time_zone)::date as today
    from accounts a
    join sites s on s.tenant_id = a.tenant_id and s.id = a.site_id
    join document_types t on t.tenant_id = a.tenant_id and t.retired_at is null
      and (t.site_id is null or t.site_id = a.site_id)
    left join boats b on b.tenant_id = a.tenant_id and b.account_id = a.id and t.attachment_level = 'Boat'
    left join account_documents d on d.tenant_id = a.tenant_id and d.account_id = a.id and d.document_type_id = t.id
      and d.boat_id is not distinct from b.id and d.ready_at is not null and d.superseded_at is null
    left join files f on f.tenant_id = d.tenant_id and f.id = d.file_id
    left join lateral (
      select last.review, last.review_reason, last.reviewed_at, last.name from account_documents last
      where last.tenant_id = a.tenant_id and last.account_id = a.id and last.document_type_id = t.id
        and last.boat_id is not distinct from b.id and last.ready_at is not null
      order by last.superseded_at is null desc, last.version desc limit 1
    ) decided on decided.review = case when d.id is null then 'rejected' else 'accepted' end
    where a.tenant_id = ${tenantId} and a.id = ${accountId}
      and (t.attachment_level = 'Account' or b.id is not null)
      and (t.prompt_in_portal or not ${promptedOnly}::boolean)
    order by b.name nulls first, b.id, t.position, t.id`.execute(db);
  return rows;
}
