import type { TenantDb } from '../../db/client.ts';

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

/** Finds an open account by its guid, and keeps it from being erased until the transaction ends. */
export async function keepAccountOfGuid(trx: TenantDb, tenantId: number, guid: string) {
  return trx
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('tenant_id', '=', tenantId)
    .where('guid', '=', guid)
    .where('closed_at', 'is', null)
    .forKeyShare()
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

/** Locks an account's consents until the transaction ends: changes of them come one after the other. */
export async function lockConsents(trx: TenantDb, tenantId: number, accountId: number): Promise<void> {
  await trx
    .selectFrom('accounts')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}
