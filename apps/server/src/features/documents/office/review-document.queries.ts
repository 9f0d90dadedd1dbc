import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';

/** Finds the account of a document, for the lock that comes before the document's own. */
export async function findAccountOfDocument(db: TenantDb, tenantId: number, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('account_documents')
    .select('account_id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.account_id;
}

/** Stores the office's decision. A rejected document is superseded, an accepted one is the current one. */
export async function storeReview(
  trx: TenantDb,
  tenantId: number,
  { id, isAccepted, reason, now }: { id: number; isAccepted: boolean; reason: string; now: Date },
): Promise<void> {
  const supersededAt = isAccepted ? sql`null` : sql`coalesce(superseded_at, ${now})`;
  await sql`
    update account_documents set review = ${isAccepted ? 'accepted' : 'rejected'}, review_reason = ${reason},
      reviewed_at = ${now}, superseded_at = ${supersededAt}, is_news = false
    where tenant_id = ${tenantId} and id = ${id}`.execute(trx);
}

/** Takes the uploads that the office has not been told of. @returns their numbers */
export async function takeUnreportedUploads(trx: TenantDb, tenantId: number): Promise<number[]> {
  const rows = await trx
    .updateTable('account_documents')
    .set({ is_news: false })
    .where('tenant_id', '=', tenantId)
    .where('is_news', '=', true)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
