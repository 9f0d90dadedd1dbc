import type { ExpressionBuilder } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema/schema.ts';

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

/**
 * Keeps an account from being erased until the transaction ends. It may change meanwhile: an import may hold rows that
 * this transaction locks next, and then change the account.
 * @returns false if it is closed, as an erased one is
 */
export async function keepAccount(trx: TenantDb, tenantId: number, accountId: number): Promise<boolean> {
  const account = await trx
    .selectFrom('accounts')
    .select('closed_at')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', accountId)
    .forKeyShare()
    .executeTakeFirstOrThrow();
  return account.closed_at === null;
}

/** Returns the names by which programs of the marina know an account: its reference, if it has one, and its number. */
export async function findAccountName(
  db: TenantDb,
  tenantId: number,
  accountId: number,
): Promise<{ account: string | null; accountNumber: number }> {
  const { reference } = await db
    .selectFrom('accounts')
    .select('reference')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { account: reference, accountNumber: accountId };
}
