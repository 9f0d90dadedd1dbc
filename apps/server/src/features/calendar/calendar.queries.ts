import type { TenantDb } from '../../db/client.ts';

export async function findLink(db: TenantDb, tenantId: number, accountId: number) {
  return db
    .selectFrom('calendar_links')
    .select('created_at')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Finds the open account that a token's hash names, and the language of its calendar. */
export async function findAccountOfLink(db: TenantDb, tenantId: number, tokenHash: Buffer) {
  return db
    .selectFrom('calendar_links as l')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'l.tenant_id').onRef('a.id', '=', 'l.account_id'),
    )
    .select(['a.id', 'a.guid', 'a.site_id as siteId', 'l.language'])
    .where('l.tenant_id', '=', tenantId)
    .where('l.token_hash', '=', tokenHash)
    .where('a.closed_at', 'is', null)
    .executeTakeFirst();
}

interface NewLink {
  account_id: number;
  token_hash: Buffer;
  language: string;
  created_at: Date;
}

/**
 * Stores an account's link in the place of an earlier one.
 * @param replaced the time of the earlier link; `none` if there should be none
 * @returns false if there is another earlier link, which stays
 */
export async function replaceLink(
  trx: TenantDb,
  tenantId: number,
  link: NewLink,
  replaced: Date | 'none' | 'any',
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('calendar_links')
    .values({ tenant_id: tenantId, ...link })
    .onConflict((on) => {
      const conflict = on.columns(['tenant_id', 'account_id']);
      if (replaced === 'none') return conflict.doNothing();
      const update = conflict.doUpdateSet(link);
      return replaced === 'any' ? update : update.where('calendar_links.created_at', '=', replaced);
    })
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** Deletes an account's link. @returns false if there was none */
export async function deleteLink(trx: TenantDb, tenantId: number, accountId: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('calendar_links')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function siteOf(db: TenantDb, tenantId: number, siteId: number) {
  return db
    .selectFrom('sites')
    .select(['name', 'time_zone as timeZone'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow();
}
