import type { TenantDb } from '../../db/client.ts';

interface NewConfirmation {
  tenant_id: number;
  login_id: number;
  email: string;
  created_at: Date;
  expires_at: Date;
}

/**
 * Stores a login's waiting confirmation in place of an earlier one: the newest wins. It has no token until its mail
 * is written.
 */
export async function storeConfirmation(trx: TenantDb, row: NewConfirmation): Promise<void> {
  const { tenant_id: _, login_id: __, ...values } = row;
  await trx
    .insertInto('address_confirmations')
    .values({ ...row, token_hash: null })
    .onConflict((on) => on.columns(['tenant_id', 'login_id']).doUpdateSet({ ...values, token_hash: null }))
    .execute();
}

/** Finds a login's waiting confirmation, if it has not expired. */
export async function findConfirmationOf(db: TenantDb, tenantId: number, loginId: number, now: Date) {
  return db
    .selectFrom('address_confirmations')
    .select(['email'])
    .where('tenant_id', '=', tenantId)
    .where('login_id', '=', loginId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Stores the token of a login's confirmation, with its expiry. @returns false if no such address waits */
export async function storeToken(
  db: TenantDb,
  tenantId: number,
  { login_id, email, ...token }: { login_id: number; email: string; token_hash: Buffer; expires_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('address_confirmations')
    .set(token)
    .where('tenant_id', '=', tenantId)
    .where('login_id', '=', login_id)
    .where('email', '=', email)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Finds the confirmation of a token, if it has not expired. */
export async function findConfirmation(db: TenantDb, tenantId: number, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('address_confirmations')
    .select(['login_id', 'email'])
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Finds the confirmation of a token and deletes it. If two come at once, one gets it. */
export async function takeConfirmation(trx: TenantDb, tenantId: number, tokenHash: Buffer, now: Date) {
  return trx
    .deleteFrom('address_confirmations')
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning(['login_id', 'email'])
    .executeTakeFirst();
}

/** Deletes a login's waiting confirmation, unless it is for the login's own address. */
export async function dropConfirmationOf(
  trx: TenantDb,
  tenantId: number,
  loginId: number,
  ownEmail: string | null,
): Promise<void> {
  await trx
    .deleteFrom('address_confirmations')
    .where('tenant_id', '=', tenantId)
    .where('login_id', '=', loginId)
    .$if(ownEmail !== null, (rows) => rows.where('email', '!=', ownEmail ?? ''))
    .execute();
}

/** Deletes a login's waiting confirmation if it is for this address. */
export async function dropConfirmationAt(
  trx: TenantDb,
  tenantId: number,
  loginId: number,
  email: string,
): Promise<void> {
  await trx
    .deleteFrom('address_confirmations')
    .where('tenant_id', '=', tenantId)
    .where('login_id', '=', loginId)
    .where('email', '=', email)
    .execute();
}

/** Deletes confirmations that have expired. */
export async function sweepConfirmations(db: TenantDb, tenantId: number, now: Date): Promise<void> {
  await db
    .deleteFrom('address_confirmations')
    .where('tenant_id', '=', tenantId)
    .where('expires_at', '<=', now)
    .execute();
}

/** Finds a login without an address, with the customer whose open account it opens. */
export async function findLoginWithoutAddress(db: TenantDb, tenantId: number, loginId: number) {
  return db
    .selectFrom('logins as l')
    .innerJoin('login_accounts as la', (join) =>
      join.onRef('la.tenant_id', '=', 'l.tenant_id').onRef('la.login_id', '=', 'l.id'),
    )
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'la.tenant_id').onRef('a.id', '=', 'la.account_id'),
    )
    .select(['a.id as account_id', 'a.reference as account_reference', 'a.title', 'a.firstname', 'a.lastname'])
    .where('l.tenant_id', '=', tenantId)
    .where('l.id', '=', loginId)
    .where('l.email', 'is', null)
    .where('a.closed_at', 'is', null)
    .orderBy('a.id')
    .executeTakeFirst();
}
