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
      coalesce(rejected.review, d.review) as review, coalesce(rejected.review_reason, d.review_reason) as review_reason,
      coalesce(rejected.reviewed_at, d.reviewed_at) as reviewed_at, coalesce(rejected.name, d.name) as reviewed_name,
      (${now}::timestamptz at time zone s.time_zone)::date as today
    from accounts a
    join sites s on s.tenant_id = a.tenant_id and s.id = a.site_id
    join document_types t on t.tenant_id = a.tenant_id and t.retired_at is null
      and (t.site_id is null or t.site_id = a.site_id)
    left join boats b on b.tenant_id = a.tenant_id and b.account_id = a.id and b.retired_at is null
      and t.attachment_level = 'Boat'
    left join account_documents d on d.tenant_id = a.tenant_id and d.account_id = a.id and d.document_type_id = t.id
      and d.boat_id is not distinct from b.id and d.ready_at is not null and d.superseded_at is null
    left join files f on f.tenant_id = d.tenant_id and f.id = d.file_id
    left join lateral (
      select last.review, last.review_reason, last.reviewed_at, last.name from account_documents last
      where d.id is null and last.tenant_id = a.tenant_id and last.account_id = a.id and last.review = 'rejected'
        and last.document_type_id = t.id and last.boat_id is not distinct from b.id and last.ready_at is not null
        and not exists (
          select from account_documents newer
          where newer.tenant_id = last.tenant_id and newer.account_id = last.account_id
            and newer.document_type_id = last.document_type_id and newer.boat_id is not distinct from last.boat_id
            and newer.ready_at is not null and newer.version > last.version
        )
    ) rejected on true
    where a.tenant_id = ${tenantId} and a.id = ${accountId}
      and (t.attachment_level = 'Account' or b.id is not null)
      and (t.prompt_in_portal or not ${promptedOnly}::boolean)
    order by b.name nulls first, b.id, t.position, t.id`.execute(db);
  return rows;
}
