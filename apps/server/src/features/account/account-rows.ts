import type { ExpressionBuilder } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema.ts';

/** The columns of an account, for queries that read all of it. */
export const accountColumns = [
  'a.id',
  'a.guid',
  'a.site_id',
  'a.title',
  'a.firstname',
  'a.lastname',
  'a.phone',
  'a.mobile',
  'a.email',
  'a.address1',
  'a.address2',
  'a.town',
  'a.county',
  'a.county_code',
  'a.postcode',
  'a.country_code',
  'a.opaque_token',
  'a.version',
] as const;

/** Tells if account `a` of a query has a login. */
export const isRegistered = (from: ExpressionBuilder<Database & { a: Database['accounts'] }, 'a'>) =>
  from
    .exists(
      from
        .selectFrom('login_accounts as la')
        .select('la.login_id')
        .whereRef('la.tenant_id', '=', 'a.tenant_id')
        .whereRef('la.account_id', '=', 'a.id'),
    )
    .as('registered');

/**
 * Reads an account's row, and locks it against changes until the transaction ends. Rows that refer to the account can
 * still be added: such a transaction may hold a number that this one needs next.
 */
export async function lockAccount(trx: TenantDb, tenantId: number, accountId: number) {
  return trx
    .selectFrom('accounts as a')
    .select(accountColumns)
    .where('a.tenant_id', '=', tenantId)
    .where('a.id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Finds an open account by the key of its consents. */
export async function findAccountByConsentKey(db: TenantDb, tenantId: number, key: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('tenant_id', '=', tenantId)
    .where('consent_key', '=', key)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** Returns the key of an account's consents. DANGER: only mails about consents may carry it. */
export async function consentKeyOf(db: TenantDb, tenantId: number, accountId: number): Promise<string> {
  const { consent_key: key } = await db
    .selectFrom('accounts')
    .select('consent_key')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return key;
}

/** Returns the keys of all open accounts with an e-mail address. DANGER: only mails about consents may carry them. */
export async function consentKeys(db: TenantDb, tenantId: number) {
  return db
    .selectFrom('accounts')
    .select(['reference', 'email', 'consent_key'])
    .where('tenant_id', '=', tenantId)
    .where('closed_at', 'is', null)
    .where('email', '!=', '')
    .orderBy('id')
    .execute();
}

/** Finds an open account by its guid. */
export async function findAccountByGuid(db: TenantDb, tenantId: number, guid: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('tenant_id', '=', tenantId)
    .where('guid', '=', guid)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}
