import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

interface Place {
  tenantId: number;
  accountId: number;
  documentTypeId: number;
  /** null: it belongs to the account itself. */
  boatId: number | null;
}

/** Finds a type that applies to the account, or to this boat of it; undefined for any other. */
export async function findApplyingType(
  db: TenantDb,
  { tenantId, accountId, documentTypeId, boatId }: Place,
): Promise<{ isExpiryRequired: boolean; timeZone: string } | undefined> {
  return db
    .selectFrom('document_types as t')
    .innerJoin('accounts as a', 'a.tenant_id', 't.tenant_id')
    .innerJoin('sites as s', (join) => join.onRef('s.tenant_id', '=', 'a.tenant_id').onRef('s.id', '=', 'a.site_id'))
    .leftJoin('boats as b', (join) =>
      join
        .onRef('b.tenant_id', '=', 'a.tenant_id')
        .onRef('b.account_id', '=', 'a.id')
        .on('b.id', '=', boatId)
        .on('b.retired_at', 'is', null),
    )
    .select(['t.is_expiry_required as isExpiryRequired', 's.time_zone as timeZone'])
    .where('t.tenant_id', '=', tenantId)
    .where('t.id', '=', documentTypeId)
    .where('a.id', '=', accountId)
    .where('t.retired_at', 'is', null)
    .where((where) => where.or([where('t.site_id', 'is', null), where('t.site_id', '=', where.ref('a.site_id'))]))
    .where('t.attachment_level', '=', boatId === null ? 'Account' : 'Boat')
    .where((where) => (boatId === null ? where.lit(true) : where('b.id', 'is not', null)))
    .executeTakeFirst();
}

/**
 * Stores the document that waits in this place. One that waits there with other texts gets them and a new id: a file
 * that is on its way to the old id belongs to the old texts.
 * @param taken the id of a new document
 */
export async function saveWaitingDocument(
  db: TenantDb,
  place: Place,
  written: { name: string; notes: string; expiresOn: string | null },
  { id: taken, now }: { id: number; now: Date },
): Promise<number> {
  const { tenantId, accountId, documentTypeId, boatId } = place;
  const { name, notes, expiresOn } = written;
  const { rows } = await sql<{ id: number }>`
    insert into account_documents as d
      (tenant_id, id, account_id, document_type_id, boat_id, name, notes, expires_on, created_at)
    values (${tenantId}, ${taken}, ${accountId}, ${documentTypeId}, ${boatId}, ${name}, ${notes}, ${expiresOn}, ${now})
    on conflict (tenant_id, account_id, document_type_id, boat_id) where ready_at is null do update set
      id = case
        when (d.name, d.notes, d.expires_on) is distinct from (excluded.name, excluded.notes, excluded.expires_on)
        then excluded.id else d.id end,
      name = excluded.name, notes = excluded.notes, expires_on = excluded.expires_on, created_at = excluded.created_at
    returning id`.execute(db);
  return rows[0]?.id ?? taken;
}

/** Deletes documents whose file never came. @param before deletes those that were last announced before this */
export async function deleteWaitingDocuments(db: TenantDb, tenantId: number, before: Date): Promise<void> {
  await db
    .deleteFrom('account_documents')
    .where('tenant_id', '=', tenantId)
    .where('ready_at', 'is', null)
    .where('created_at', '<', before)
    .execute();
}
