import type { TenantDb } from '../../db/client.ts';
import { CallError, notFound } from '../../http/errors.ts';
import { findLogin, updateAddress } from './identity.queries.ts';

/** How a login is named, and whether its owner has shown that mails arrive there. */
export async function loadLoginAddress(db: TenantDb, tenantId: number, loginId: number) {
  const login = await findLogin(db, tenantId, { id: loginId });
  if (!login) throw notFound();
  return {
    email: login.email,
    isConfirmed: login.email === null || login.email_confirmed_at !== null,
    hasPassword: login.password_hash !== null,
  };
}

/**
 * Names a login by another address, or confirms the one that it has. In the transaction of what asks for it.
 * @throws CallError EMAIL_IN_USE for an address that somebody else signs in with
 */
export async function setLoginAddress(
  trx: TenantDb,
  tenantId: number,
  loginId: number,
  address: { email: string; confirmedAt: Date | null },
): Promise<void> {
  try {
    await updateAddress(trx, tenantId, loginId, address.email, address.confirmedAt);
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw new CallError('EMAIL_IN_USE', { cause: error });
    throw error;
  }
}

/** Whether anybody signs in with an address, an open account or not. */
export async function isLoginName(db: TenantDb, tenantId: number, email: string): Promise<boolean> {
  return (await findLogin(db, tenantId, { email })) !== undefined;
}
