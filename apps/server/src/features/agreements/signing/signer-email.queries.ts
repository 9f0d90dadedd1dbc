import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';

/**
 * Returns the addresses by which an account's people are known: its own first, then its logins'. An address that
 * nobody has confirmed may be a stranger's, and proves nothing (0019).
 */
export async function knownAddresses(db: TenantDb, tenantId: number, accountId: number): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select a.email, 0 as place from accounts a where a.tenant_id = ${tenantId} and a.id = ${accountId}
    union all
    select l.email, l.id from logins l
    join login_accounts la on la.tenant_id = l.tenant_id and la.login_id = l.id
    where l.tenant_id = ${tenantId} and la.account_id = ${accountId}
      and l.email_confirmed_at is not null
    order by place`.execute(db);
  return rows.map(({ email }) => email.trim()).filter((email) => email !== '');
}

interface EmailCode {
  tenant_id: number;
  agreement_id: number;
  /** In small letters. */
  email: string;
  code_hash: Buffer;
  expires_at: Date;
}

/** Stores the code of an address in place of an earlier one. */
export async function storeEmailCode(db: TenantDb, row: EmailCode): Promise<void> {
  const { code_hash, expires_at } = row;
  await db
    .insertInto('agreement_email_codes')
    .values(row)
    .onConflict((on) => on.columns(['tenant_id', 'agreement_id', 'email']).doUpdateSet({ code_hash, expires_at }))
    .execute();
}

export async function hasEmailCode(db: TenantDb, row: Omit<EmailCode, 'expires_at'>, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('agreement_email_codes')
    .select('email')
    .where('tenant_id', '=', row.tenant_id)
    .where('agreement_id', '=', row.agreement_id)
    .where('email', '=', row.email)
    .where('code_hash', '=', row.code_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found !== undefined;
}
