import type { Updateable } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema/schema.ts';
import { accountColumns, isRegistered } from './account-rows.queries.ts';

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** Finds an account, with its site's name and if it has a login. */
export async function findAccount(db: TenantDb, tenantId: number, accountId: number) {
  return db
    .selectFrom('accounts as a')
    .innerJoin('sites as s', (join) => join.onRef('s.tenant_id', '=', 'a.tenant_id').onRef('s.id', '=', 'a.site_id'))
    .select(accountColumns)
    .select((from) => ['s.name as site_name', isRegistered(from)])
    .where('a.tenant_id', '=', tenantId)
    .where('a.id', '=', accountId)
    .executeTakeFirst();
}

export async function updateAccount(
  trx: TenantDb,
  tenantId: number,
  accountId: number,
  changes: Updateable<Database['accounts']>,
): Promise<void> {
  await trx
    .updateTable('accounts')
    .set(changes)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', accountId)
    .execute();
}

/** Finds the account that a mail is about, with the site that sends it. */
export async function findAccountForMail(db: TenantDb, tenantId: number, accountId: number) {
  return db
    .selectFrom('accounts as a')
    .innerJoin('sites as s', (join) => join.onRef('s.tenant_id', '=', 'a.tenant_id').onRef('s.id', '=', 'a.site_id'))
    .select([
      'a.title',
      'a.firstname',
      'a.lastname',
      'a.email',
      's.name as site_name',
      's.address as site_address',
      's.telephone as site_telephone',
      's.email as site_email',
    ])
    .where('a.tenant_id', '=', tenantId)
    .where('a.id', '=', accountId)
    .executeTakeFirst();
}

/** Returns an account's address on file; empty if there is none. */
export async function findAccountEmail(db: TenantDb, tenantId: number, accountId: number): Promise<string> {
  const row = await db
    .selectFrom('accounts')
    .select('email')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.email.trim() ?? '';
}
