import type { TenantDb } from '../../db/client.ts';
import { type Insertable, sql } from 'kysely';
import type { Database } from '../../db/schema/schema.ts';

export type NewMailRow = Insertable<Database['mails']>;

export async function insertMail(trx: TenantDb, row: NewMailRow): Promise<void> {
  await trx.insertInto('mails').values(row).execute();
}

export async function findMail(db: TenantDb, tenantId: number, id: number) {
  return db
    .selectFrom('mails')
    .select(['message_id', 'kind', 'recipient', 'language', 'payload', 'consent_group_id', 'unsubscribe_token'])
    .select(['created_at', 'sent_at', 'failed_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Tells if a mail was sent or given up, or if nobody gets it any more. */
export async function hasEnded(db: TenantDb, tenantId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('mails')
    .select(['sent_at', 'failed_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return !row || row.sent_at !== null || row.failed_at !== null;
}

/**
 * Finds the newest mail of a kind to an address, unless it was refused.
 * @param payload must be in the mail's payload
 * @param since keeps it fast: mails have an index by their time, and none by their payload
 */
export async function findNewestMail(
  db: TenantDb,
  tenantId: number,
  { kind, recipient, payload, since }: { kind: string; recipient: string; payload: object; since: Date },
) {
  return db
    .selectFrom('mails')
    .select('sent_at')
    .where('tenant_id', '=', tenantId)
    .where('created_at', '>', since)
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .where(sql<boolean>`payload @> ${JSON.stringify(payload)}::jsonb`)
    .where('failed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function findMailByToken(db: TenantDb, tenantId: number, token: string) {
  return db
    .selectFrom('mails')
    .select(['message_id', 'account_id', 'consent_group_id'])
    .where('tenant_id', '=', tenantId)
    .where('unsubscribe_token', '=', token)
    .executeTakeFirst();
}

/** Stores the end of a mail's delivery, with the address that it went to. */
export async function endMail(
  db: TenantDb,
  tenantId: number,
  id: number,
  end: { recipient: string } & ({ sent_at: Date } | { failed_at: Date; failure: string }),
): Promise<void> {
  await db.updateTable('mails').set(end).where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}

/** Deletes some mails that ended before this time. Those that still wait stay. @returns their number */
export async function deleteEndedMails(db: TenantDb, tenantId: number, before: Date, atMost: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mails')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mails')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('created_at', '<', before)
        .where((row) => row.or([row('sent_at', '<', before), row('failed_at', '<', before)]))
        .limit(atMost),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes a mail that nobody gets. */
export async function forgetMail(db: TenantDb, tenantId: number, id: number): Promise<void> {
  await db.deleteFrom('mails').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}

/** Stores the hash of a link's token. Only the mail holds the token. */
export async function storeMailLink(db: TenantDb, tenantId: number, mailId: number, hash: Buffer): Promise<void> {
  await db
    .updateTable('mails')
    .set({ link_hash: hash, link_used_at: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', mailId)
    .where('kind', '=', 'mail-link')
    .execute();
}

/** Marks a link as used if it waits and its mail is young enough. Of several requests only one succeeds. */
export async function spendMailLink(
  db: TenantDb,
  tenantId: number,
  { mailId, hash, after, now }: { mailId: number; hash: Buffer; after: Date; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ link_used_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', mailId)
    .where('kind', '=', 'mail-link')
    .where('link_hash', '=', hash)
    .where('link_used_at', 'is', null)
    .where('created_at', '>', after)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
