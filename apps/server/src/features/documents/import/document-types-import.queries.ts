import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';
import { find } from '../../../import/checks.queries.ts';
import type { Columns } from '../../../import/columns.ts';
import type { Counts } from '../../../import/kind.ts';
import { storeFile } from '../../../import/store-rows.queries.ts';

/** Stores the waiting types. */
export const storeDocumentTypes = (trx: TenantDb, tenantId: number, columns: Columns, now: Date): Promise<Counts> =>
  storeFile(trx, tenantId, {
    table: 'document_types',
    counter: 'document-type',
    columns,
    computed: {
      guidance: sql`jsonb_strip_nulls(coalesce(t.guidance, '{}') || s.guidance)`,
      is_expiry_required: sql`s.expiry_required = 'yes'`,
      prompt_in_portal: sql`s.prompt = 'yes'`,
      retired_at: sql`case when s.retired is null then t.retired_at
        when s.retired = 'yes' then coalesce(t.retired_at, ${now}::timestamptz) end`,
    },
    from: sql`
      from import_document_types s
      left join document_types t on t.tenant_id = ${tenantId} and t.reference = s.reference
      where s.tenant_id = ${tenantId}`,
  });

/** Finds types whose level changes. Stored documents of accounts can't become documents of boats. */
export const findChangedLevels = (trx: TenantDb, tenantId: number) =>
  find(
    trx,
    sql`
      select s.source_line as line, 'level' as "column",
        'was ' || t.attachment_level || ' for documents that are stored: make a new type' as message
      from import_document_types s
      join document_types t on t.tenant_id = ${tenantId} and t.reference = s.reference
      where s.tenant_id = ${tenantId} and not s.wrong and s.level <> t.attachment_level and exists (
        select from account_documents d where d.tenant_id = ${tenantId} and d.document_type_id = t.id)`,
  );
