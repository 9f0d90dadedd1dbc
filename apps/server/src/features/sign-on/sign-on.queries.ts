import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema/schema.ts';
import { decryptSettings, encryptSettings, signOnSettings } from '../../db/secrets/secrets.ts';

/**
 * Returns the decrypted settings of a provider. Undefined if the marina does not have it. DANGER: they hold secrets.
 * The operator's commands read them too, and show none.
 */
export async function findSignOnSettings(db: TenantDb, tenantId: number, key: string): Promise<unknown> {
  const row = await db
    .selectFrom('sign_on_providers')
    .select(['tenant_id', 'key', 'settings'])
    .where('tenant_id', '=', tenantId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row && decryptSettings(db, signOnSettings, row, row.settings);
}

/** Returns the decrypted settings of all providers, by key. DANGER: they hold secrets, as above. */
export async function listSignOnSettings(db: TenantDb, tenantId: number) {
  const rows = await db
    .selectFrom('sign_on_providers')
    .select(['tenant_id', 'key', 'settings'])
    .where('tenant_id', '=', tenantId)
    .orderBy('key')
    .execute();
  return rows.map((row) => ({ key: row.key, settings: decryptSettings(db, signOnSettings, row, row.settings) }));
}

/** Stores the settings of a provider, encrypted. */
export async function upsertSettings(db: TenantDb, tenantId: number, key: string, settings: object): Promise<void> {
  const row = { tenant_id: tenantId, key };
  const encrypted = JSON.stringify(encryptSettings(db, signOnSettings, row, settings));
  await db
    .insertInto('sign_on_providers')
    .values({ ...row, settings: encrypted })
    .onConflict((on) => on.columns(['tenant_id', 'key']).doUpdateSet({ settings: encrypted }))
    .execute();
}

/** A visit to a provider, named by the hash of the token that the browser holds. */
interface Visit {
  tokenHash: Buffer;
  providerKey: string;
}

export async function insertSignOn(db: TenantDb, row: Database['sign_ons']): Promise<void> {
  await db.insertInto('sign_ons').values(row).execute();
}

/** Tells if there is an open visit for which the provider was given this state. */
export async function isVisiting(
  db: TenantDb,
  tenantId: number,
  { stateHash, providerKey }: { stateHash: Buffer; providerKey: string },
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('sign_ons')
    .select('provider_key')
    .where('tenant_id', '=', tenantId)
    .where('state_hash', '=', stateHash)
    .where('provider_key', '=', providerKey)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a visit that is not too old, and returns its purpose. If two answers come at once, one finds it. */
export async function takeSignOn(db: TenantDb, tenantId: number, { tokenHash, providerKey }: Visit, now: Date) {
  return db
    .deleteFrom('sign_ons')
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .where('provider_key', '=', providerKey)
    .where('expires_at', '>', now)
    .returning(['auth_type', 'code_hash'])
    .executeTakeFirst();
}

export async function insertConfirmation(db: TenantDb, row: Database['sign_on_confirmations']): Promise<void> {
  await db.insertInto('sign_on_confirmations').values(row).execute();
}

export async function findConfirmation(db: TenantDb, tenantId: number, { tokenHash, providerKey }: Visit, now: Date) {
  return db
    .selectFrom('sign_on_confirmations')
    .select(['issuer', 'subject', 'login_id'])
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .where('provider_key', '=', providerKey)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Deletes a confirmation. @returns false if another request was first */
export async function dropConfirmation(trx: TenantDb, tenantId: number, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('sign_on_confirmations')
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** For a job: deletes visits that nobody returned from in time. */
export async function sweepSignOns(db: TenantDb, tenantId: number, now: Date): Promise<void> {
  for (const table of ['sign_ons', 'sign_on_confirmations'] as const)
    await db.deleteFrom(table).where('tenant_id', '=', tenantId).where('expires_at', '<=', now).execute();
}
