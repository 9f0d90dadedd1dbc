import type { Insertable } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema.ts';

export async function insertContactMessage(
  trx: TenantDb,
  row: Insertable<Database['contact_messages']>,
): Promise<void> {
  await trx.insertInto('contact_messages').values(row).execute();
}

/** Finds a message with its sender and the site that it is for. */
export async function findContactMessage(db: TenantDb, tenantId: number, id: number) {
  return db
    .selectFrom('contact_messages as m')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'm.tenant_id').onRef('a.id', '=', 'm.account_id'),
    )
    .innerJoin('sites as s', (join) => join.onRef('s.tenant_id', '=', 'a.tenant_id').onRef('s.id', '=', 'a.site_id'))
    .select([
      'm.subject',
      'm.message',
      'a.id as account_id',
      'a.title',
      'a.firstname',
      'a.lastname',
      'a.email',
      'a.mobile',
      'a.phone',
      's.name as site_name',
      's.address as site_address',
      's.telephone as site_telephone',
      's.email as site_email',
    ])
    .where('m.tenant_id', '=', tenantId)
    .where('m.id', '=', id)
    .executeTakeFirst();
}

/** Returns the address for messages to a site; empty if the site has none. */
export async function findSiteEmail(db: TenantDb, tenantId: number, siteId: number): Promise<string> {
  const row = await db
    .selectFrom('sites')
    .select('email')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', siteId)
    .executeTakeFirst();
  return row?.email ?? '';
}
