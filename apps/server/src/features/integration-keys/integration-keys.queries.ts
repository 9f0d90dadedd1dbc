import { type Insertable, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema/schema.ts';

type KeyRow = Database['integration_keys'];

const columns = ['id', 'name', 'mode', 'hint', 'scopes', 'created_at', 'created_by', 'expires_at'] as const;

export async function insertKey(trx: TenantDb, row: Insertable<KeyRow>): Promise<void> {
  await trx.insertInto('integration_keys').values(row).execute();
}

export async function listKeys(db: TenantDb, tenantId: number) {
  return db
    .selectFrom('integration_keys')
    .select([...columns, 'revoked_at', 'last_used_at'])
    .where('tenant_id', '=', tenantId)
    .orderBy('id')
    .execute();
}

/** Finds a key that may be used now. */
export async function findUsableKey(db: TenantDb, tenantId: number, hash: Buffer, now: Date) {
  return usableKeys(db, tenantId, now).where('k.key_hash', '=', hash).executeTakeFirst();
}

/** Tells if a key may be used now. */
export async function isUsableKey(db: TenantDb, tenantId: number, id: number, now: Date): Promise<boolean> {
  return (await usableKeys(db, tenantId, now).where('k.id', '=', id).executeTakeFirst()) !== undefined;
}

/** Finds the keys that may be used now. A test key ends while a provider of the marina takes real money. */
const usableKeys = (db: TenantDb, tenantId: number, now: Date) =>
  db
    .selectFrom('integration_keys as k')
    .select(['k.id', 'k.name', 'k.mode', 'k.scopes', 'k.expires_at', 'k.last_used_at'])
    .where('k.tenant_id', '=', tenantId)
    .where('k.revoked_at', 'is', null)
    .where((key) => key.or([key('k.expires_at', 'is', null), key('k.expires_at', '>', now)]))
    .where((key) => key.or([key('k.mode', '=', 'live'), key.not(key.exists(liveProviders(db, tenantId)))]));

/** Finds the providers of a marina that take real money. */
const liveProviders = (db: TenantDb, tenantId: number) =>
  db
    .selectFrom('payment_providers as p')
    .select('p.key')
    .where('p.tenant_id', '=', tenantId)
    .where(sql<boolean>`p.settings ->> 'inTestMode' = 'false'`);

/** Tells if any payment provider of the marina is not in test mode. */
export async function takesRealMoney(db: TenantDb, tenantId: number): Promise<boolean> {
  return (await liveProviders(db, tenantId).limit(1).executeTakeFirst()) !== undefined;
}

/** Finds a key that is neither revoked nor ended, and locks it. */
export async function lockKey(trx: TenantDb, tenantId: number, id: number, now: Date) {
  return trx
    .selectFrom('integration_keys')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where((key) => key.or([key('expires_at', 'is', null), key('expires_at', '>', now)]))
    .forUpdate()
    .executeTakeFirst();
}

export async function updateKey(
  db: TenantDb,
  tenantId: number,
  id: number,
  change: Partial<Pick<Insertable<KeyRow>, 'expires_at' | 'revoked_at' | 'last_used_at'>>,
): Promise<void> {
  await db.updateTable('integration_keys').set(change).where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}
