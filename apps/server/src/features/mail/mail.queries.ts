import type { TenantDb } from '../../db/client.ts';
import type { Insertable } from 'kysely';
import type { Database } from '../../db/schema.ts';

export type NewMailRow = Insertable<Database['mails']>;

export async function insertMail(trx: TenantDb, row: NewMailRow): Promise<void> {
  await trx.insertInto('mails').values(row).execute();
}

export async function findMail(db: TenantDb, tenantId: number, id: number) {
  return db.selectFrom('mails').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirst();
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

export async function findMailByToken(db: TenantDb, tenantId: number, token: string) {
  return db
    .selectFrom('mails')
    .select(['message_id', 'account_id', 'consent_group_id'])
    .where('tenant_id', '=', tenantId)
    .where('unsubscribe_token', '=', token)
    .executeTakeFirst();
}

/** Stores the end of a mail's delivery. */
export async function endMail(
  db: TenantDb,
  tenantId: number,
  id: number,
  end: { sent_at: Date } | { failed_at: Date; failure: string },
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
