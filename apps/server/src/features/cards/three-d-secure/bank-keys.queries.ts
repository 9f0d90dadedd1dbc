import type { TenantDb } from '../../../db/client.ts';
import { daysBefore } from '../../../lib/time/durations.ts';

export interface BankKeyOwner {
  payment_id: number;
  attempt: number;
}

export async function insertBankKey(
  trx: TenantDb,
  tenantId: number,
  row: BankKeyOwner & { key_hash: Buffer; expires_at: Date },
): Promise<void> {
  await trx
    .insertInto('bank_keys')
    .values({ ...row, tenant_id: tenantId })
    .execute();
}

/** Spends a key. If many use it at once, one gets what it opens. @returns null if it is unknown, spent or expired */
export async function takeBankKey(
  db: TenantDb,
  tenantId: number,
  keyHash: Buffer,
  now: Date,
): Promise<BankKeyOwner | null> {
  const taken = await db
    .updateTable('bank_keys')
    .set({ used_at: now })
    .where('tenant_id', '=', tenantId)
    .where('key_hash', '=', keyHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['payment_id', 'attempt'])
    .executeTakeFirst();
  return taken ?? null;
}

/** Tells if a try went by the bank's page of version 1. */
export async function hasBankKey(db: TenantDb, tenantId: number, paymentId: number, attempt: number): Promise<boolean> {
  const row = await db
    .selectFrom('bank_keys')
    .select('attempt')
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes keys that ended a day ago. DANGER: while its payment waits for the bank, `hasBankKey` needs the row. */
export async function sweepBankKeys(db: TenantDb, tenantId: number, now: Date): Promise<void> {
  await db
    .deleteFrom('bank_keys')
    .where('tenant_id', '=', tenantId)
    .where('expires_at', '<=', daysBefore(now, 1))
    .execute();
}
