import type { TenantDb } from '../../db/client.ts';

interface NewReset {
  tenant_id: number;
  login_id: number;
  token_hash: Buffer;
  created_at: Date;
  expires_at: Date;
}

/** Stores a login's reset in place of any before it: the newest wins. */
export async function storeReset(db: TenantDb, row: NewReset): Promise<void> {
  const { tenant_id: _, login_id: __, ...values } = row;
  await db
    .insertInto('password_resets')
    .values(row)
    .onConflict((on) => on.columns(['tenant_id', 'login_id']).doUpdateSet(values))
    .execute();
}

/** The login of a token that is good now. */
export async function findReset(
  db: TenantDb,
  tenantId: number,
  tokenHash: Buffer,
  now: Date,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('password_resets')
    .select('login_id')
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.login_id;
}

/** The same, and the end of the token: of two that come at once, one gets it. */
export async function takeReset(
  trx: TenantDb,
  tenantId: number,
  tokenHash: Buffer,
  now: Date,
): Promise<number | undefined> {
  const row = await trx
    .deleteFrom('password_resets')
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('login_id')
    .executeTakeFirst();
  return row?.login_id;
}

/** After its password changed, an older link changes it no more. */
export async function dropResetOf(trx: TenantDb, tenantId: number, loginId: number): Promise<void> {
  await trx.deleteFrom('password_resets').where('tenant_id', '=', tenantId).where('login_id', '=', loginId).execute();
}

/** Forgets tokens that open nothing any more. */
export async function sweepResets(db: TenantDb, tenantId: number, now: Date): Promise<void> {
  await db.deleteFrom('password_resets').where('tenant_id', '=', tenantId).where('expires_at', '<=', now).execute();
}
