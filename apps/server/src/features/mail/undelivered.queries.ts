import type { TenantDb } from '../../db/client.ts';

/**
 * Notes that the office is told of these mails now, and returns their ids: mails that were refused, and those that
 * wait since `waitingSince` or longer. A mail about undelivered mails is never one of them.
 */
export async function takeUndelivered(
  trx: TenantDb,
  tenantId: number,
  { now, since, waitingSince }: { now: Date; since: Date; waitingSince: Date },
): Promise<number[]> {
  const rows = await trx
    .updateTable('mails')
    .set({ office_told_at: now })
    .where('tenant_id', '=', tenantId)
    .where('sent_at', 'is', null)
    .where('created_at', '>', since)
    .where('office_told_at', 'is', null)
    .where('kind', '!=', 'mails-undelivered')
    .where((mail) => mail.or([mail('failed_at', 'is not', null), mail('created_at', '<', waitingSince)]))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns those of the mails that still have not arrived, the oldest first. */
export async function listUndelivered(db: TenantDb, tenantId: number, ids: readonly number[]) {
  return db
    .selectFrom('mails')
    .select(['id', 'recipient', 'created_at', 'failed_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .where('sent_at', 'is', null)
    .orderBy('id')
    .execute();
}
