import type { TenantDb } from '../../db/client.ts';
import { isRegistered } from '../account/account-rows.ts';

export interface RenewalCodeRow {
  account_id: number;
  expires_at: Date;
  spent_at: Date | null;
  tries: number;
  guid: string;
  firstname: string;
  email: string;
  closed_at: Date | null;
  site_name: string;
  /** Whether the account has a login. */
  registered: unknown;
}

/** A code with the account that it opens. */
export async function findRenewalCode(
  db: TenantDb,
  tenantId: number,
  codeHash: Buffer,
): Promise<RenewalCodeRow | undefined> {
  return db
    .selectFrom('renewal_codes as c')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'c.tenant_id').onRef('a.id', '=', 'c.account_id'),
    )
    .innerJoin('sites as s', (join) => join.onRef('s.tenant_id', '=', 'a.tenant_id').onRef('s.id', '=', 'a.site_id'))
    .select([
      'c.account_id',
      'c.expires_at',
      'c.spent_at',
      'c.tries',
      'a.guid',
      'a.firstname',
      'a.email',
      'a.closed_at',
      's.name as site_name',
    ])
    .select(isRegistered)
    .where('c.tenant_id', '=', tenantId)
    .where('c.code_hash', '=', codeHash)
    .executeTakeFirst();
}

export async function insertRenewalCode(
  db: TenantDb,
  row: { tenant_id: number; code_hash: Buffer; account_id: number; created_at: Date; expires_at: Date },
): Promise<void> {
  await db.insertInto('renewal_codes').values(row).execute();
}

export async function spendRenewalCode(trx: TenantDb, tenantId: number, codeHash: Buffer, now: Date): Promise<void> {
  await trx
    .updateTable('renewal_codes')
    .set({ spent_at: now })
    .where('tenant_id', '=', tenantId)
    .where('code_hash', '=', codeHash)
    .execute();
}

export async function countFailedUse(db: TenantDb, tenantId: number, codeHash: Buffer): Promise<void> {
  await db
    .updateTable('renewal_codes')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('code_hash', '=', codeHash)
    .execute();
}
