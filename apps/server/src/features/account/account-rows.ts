import type { ExpressionBuilder } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema.ts';

/** What an account is made of, wherever one is read as a whole. */
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

/** Whether account `a` of a query has a login. */
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
 * An account's row, held against changes until the transaction ends. Rows that name the account may be added meanwhile:
 * whoever adds one may hold a number that this transaction is about to need.
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

/** An open account by the key of its consents, for whoever holds that. */
export async function findAccountByConsentKey(db: TenantDb, tenantId: number, key: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('tenant_id', '=', tenantId)
    .where('consent_key', '=', key)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** The key of an account's consents. DANGER: for mails about them alone. */
export async function consentKeyOf(db: TenantDb, tenantId: number, accountId: number): Promise<string> {
  const { consent_key: key } = await db
    .selectFrom('accounts')
    .select('consent_key')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return key;
}

/** Of all open accounts that have an e-mail address. DANGER: for mails about consents alone. */
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

/** An open account by its guid, for whoever holds that. */
export async function findAccountByGuid(db: TenantDb, tenantId: number, guid: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('tenant_id', '=', tenantId)
    .where('guid', '=', guid)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}
