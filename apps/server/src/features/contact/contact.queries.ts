import { type Insertable, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema/schema.ts';

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

/** Deletes some messages that were sent and answered before this time, with their answers. @returns their number */
export async function deleteOldMessages(db: TenantDb, tenantId: number, before: Date, atMost: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with old as (
      select id from contact_messages m
      where tenant_id = ${tenantId} and created_at < ${before} and not exists (
        select from message_answers r
        where r.tenant_id = m.tenant_id and r.contact_message_id = m.id and r.answered_at >= ${before}
      )
      order by id limit ${atMost} for update skip locked
    ), answers as (
      delete from message_answers where tenant_id = ${tenantId} and contact_message_id in (select id from old)
    )
    delete from contact_messages where tenant_id = ${tenantId} and id in (select id from old) returning id`.execute(db);
  return rows.length;
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
