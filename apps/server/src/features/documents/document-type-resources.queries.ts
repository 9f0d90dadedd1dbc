import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { type Page, rowsOfPage } from '../integration-rows/integration-rows.exports.ts';

export interface DocumentTypeResourceRow {
  id: number;
  reference: string;
  position: number;
  names: Record<string, string>;
  guidance: Record<string, string>;
  attachment_level: 'Account' | 'Boat';
  site_id: number | null;
  is_expiry_required: boolean;
  prompt_in_portal: boolean;
  keep_months: number | null;
  retired_at: Date | null;
  updated_at: Date;
  changed_at: string;
}

async function read(db: TenantDb, tenantId: number, which: RawBuilder<unknown>): Promise<DocumentTypeResourceRow[]> {
  const { rows } = await sql<DocumentTypeResourceRow>`
    select t.id, t.reference, t.position, t.names, t.guidance, t.attachment_level, t.site_id, t.is_expiry_required,
      t.prompt_in_portal, t.keep_months, t.retired_at, t.updated_at, t.updated_at::text as changed_at
    from document_types t where t.tenant_id = ${tenantId} and t.reference is not null and ${which}`.execute(db);
  return rows;
}

export const findDocumentType = async (db: TenantDb, tenantId: number, reference: string) =>
  (await read(db, tenantId, sql`t.reference = ${reference}`))[0];

export function pageOfDocumentTypes(db: TenantDb, tenantId: number, page: Page): Promise<DocumentTypeResourceRow[]> {
  const { where, order, limit } = rowsOfPage('t', page);
  return read(db, tenantId, sql`${where} order by ${order} limit ${limit}`);
}
