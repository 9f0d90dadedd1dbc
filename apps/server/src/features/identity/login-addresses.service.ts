import type { TenantDb } from '../../db/client.ts';
import { CallError, notFound } from '../../http/errors.ts';
import { findLogin, type NewAddress, updateAddress } from './identity.queries.ts';

/** Returns a login's address, and if its owner has confirmed it. */
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
 * Gives a login another address, or confirms the one that it has. Runs in the caller's transaction.
 * @throws CallError EMAIL_IN_USE if another login has the address
 */
export async function setLoginAddress(
  trx: TenantDb,
  tenantId: number,
  loginId: number,
  address: NewAddress,
): Promise<void> {
  try {
    await updateAddress(trx, tenantId, loginId, address);
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw new CallError('EMAIL_IN_USE', { cause: error });
    throw error;
  }
}

/** Tells if a login has an address, even without an open account. */
export async function isLoginName(db: TenantDb, tenantId: number, email: string): Promise<boolean> {
  return (await findLogin(db, tenantId, { email })) !== undefined;
}
