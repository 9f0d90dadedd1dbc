import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

/** A mail as the office asks about it: when it was sent, and why not. */
export type MailRow = Awaited<ReturnType<typeof mailsTo>>[number];

const selectMails = (db: TenantDb, tenantId: number, since: Date) =>
  db
    .selectFrom('mails')
    .select(['id', 'kind', 'recipient', 'created_at', 'sent_at', 'failed_at', 'failure', 'link_used_at'])
    .where('tenant_id', '=', tenantId)
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .orderBy('id');

/** Lists the mails about any of these things since a time, the first one first. */
export async function mailsAbout(
  db: TenantDb,
  tenantId: number,
  payloads: readonly object[],
  since: Date,
): Promise<MailRow[]> {
  const isAbout = sql<boolean>`payload @> any(array(
    select jsonb_array_elements(${JSON.stringify(payloads)}::jsonb)))`;
  return selectMails(db, tenantId, since).where(isAbout).execute();
}

/** Lists the mails to an address since a time, the first one first. */
export async function mailsTo(db: TenantDb, tenantId: number, address: string, since: Date) {
  return selectMails(db, tenantId, since).where(sql`lower(recipient)`, '=', address.toLowerCase()).execute();
}
