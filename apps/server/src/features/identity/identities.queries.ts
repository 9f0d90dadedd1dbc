import type { TenantDb } from '../../db/client.ts';

/** A person as a provider of single sign-on knows them. */
export interface Identity {
  /** The provider that confirms it: claim `iss`. */
  issuer: string;
  /** Their lasting name there: claim `sub`. */
  subject: string;
}

export async function findLoginOfIdentity(
  db: TenantDb,
  tenantId: number,
  { issuer, subject }: Identity,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('login_identities')
    .select('login_id')
    .where('tenant_id', '=', tenantId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.login_id;
}

/** Returns the identities that open logins, without the provider's name for the person. */
export async function listIdentities(db: TenantDb, tenantId: number, loginIds: readonly number[]) {
  return db
    .selectFrom('login_identities')
    .select(['login_id', 'issuer', 'linked_at'])
    .where('tenant_id', '=', tenantId)
    .where('login_id', 'in', loginIds)
    .orderBy('linked_at')
    .execute();
}

/** Tells if an identity opens this login. */
export async function isLinked(db: TenantDb, tenantId: number, loginId: number, identity: Identity): Promise<boolean> {
  return (await findLoginOfIdentity(db, tenantId, identity)) === loginId;
}

/** Links an identity. @returns false if it is linked already */
export async function insertIdentity(
  trx: TenantDb,
  tenantId: number,
  { issuer, subject, loginId }: Identity & { loginId: number },
  now: Date,
): Promise<boolean> {
  const stored = await trx
    .insertInto('login_identities')
    .values({ tenant_id: tenantId, issuer, subject, login_id: loginId, linked_at: now })
    .onConflict((on) => on.doNothing())
    .returning('login_id')
    .executeTakeFirst();
  return stored !== undefined;
}

/** Deletes a login's identities of one provider, or of all. @returns the providers, each once */
export async function deleteIdentities(
  trx: TenantDb,
  tenantId: number,
  loginId: number,
  issuer: string | null,
): Promise<string[]> {
  const rows = await trx
    .deleteFrom('login_identities')
    .where('tenant_id', '=', tenantId)
    .where('login_id', '=', loginId)
    .$if(issuer !== null, (query) => query.where('issuer', '=', issuer))
    .returning('issuer')
    .execute();
  return [...new Set(rows.map((row) => row.issuer))].toSorted();
}

export async function deleteIdentitiesOfLogin(trx: TenantDb, tenantId: number, loginId: number): Promise<void> {
  await trx.deleteFrom('login_identities').where('tenant_id', '=', tenantId).where('login_id', '=', loginId).execute();
}
