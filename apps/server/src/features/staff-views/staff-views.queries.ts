import type { Insertable } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema/schema.ts';

export async function insertStaffLink(db: TenantDb, link: Insertable<Database['staff_links']>): Promise<void> {
  await db.insertInto('staff_links').values(link).execute();
}

/** Marks a link as used, in one statement. If two come at once, one finds none; undefined for none. */
export async function takeStaffLink(trx: TenantDb, tenantId: number, tokenHash: Buffer, now: Date) {
  return trx
    .updateTable('staff_links')
    .from('accounts as a')
    .set({ used_at: now })
    .whereRef('a.tenant_id', '=', 'staff_links.tenant_id')
    .whereRef('a.id', '=', 'staff_links.account_id')
    .where('a.closed_at', 'is', null)
    .where('staff_links.tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['a.id as account_id', 'a.guid as account_guid', 'staff_name'])
    .executeTakeFirst();
}

export async function deleteStaffLinks(db: TenantDb, tenantId: number, expiredBefore: Date): Promise<void> {
  await db
    .deleteFrom('staff_links')
    .where('tenant_id', '=', tenantId)
    .where('expires_at', '<', expiredBefore)
    .execute();
}
