import type { TenantDb } from '../../db/client.ts';

interface NewReset {
  tenant_id: number;
  login_id: number;
  token_hash: Buffer;
  created_at: Date;
  expires_at: Date;
}

/** Stores a login's reset in place of an earlier one: the newest wins. */
export async function storeReset(db: TenantDb, row: NewReset): Promise<void> {
  const { tenant_id: _, login_id: __, ...values } = row;
  await db
    .insertInto('password_resets')
    .values(row)
    .onConflict((on) => on.columns(['tenant_id', 'login_id']).doUpdateSet(values))
    .execute();
}

/** Finds the login of a token that has not expired. */
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

/** Finds the login of a token and deletes the token. If two come at once, one gets it. */
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

/** Deletes a login's reset after its password changed, so that an older link stops working. */
export async function dropResetOf(trx: TenantDb, tenantId: number, loginId: number): Promise<void> {
  await trx.deleteFrom('password_resets').where('tenant_id', '=', tenantId).where('login_id', '=', loginId).execute();
}

/** Deletes tokens that have expired. */
export async function sweepResets(db: TenantDb, tenantId: number, now: Date): Promise<void> {
  await db.deleteFrom('password_resets').where('tenant_id', '=', tenantId).where('expires_at', '<=', now).execute();
}
