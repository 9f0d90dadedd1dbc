import type { TenantDb } from '../../db/client.ts';
import { CallError, notFound } from '../../http/errors.ts';
import { findLogin, holdUnconfirmed, type NewAddress, updateAddress } from './identity.queries.ts';

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

/**
 * Tells who has an address, even without an open account: nobody, a login whose owner has proven it, or one that only
 * claims it.
 */
export async function holderOfAddress(
  db: TenantDb,
  tenantId: number,
  email: string,
): Promise<'nobody' | 'owner' | 'claimant'> {
  const login = await findLogin(db, tenantId, { email });
  if (!login) return 'nobody';
  return login.email_confirmed_at === null ? 'claimant' : 'owner';
}

/** A login that has lost an address which it never confirmed. */
export interface LosingLogin {
  id: number;
  /** The address that it signs in with now; null if it has none. */
  email: string | null;
  language: string | null;
}

/**
 * Takes an address away from a login that never confirmed it: somebody else has proven it. The login then signs in with
 * its account's address on file, if no other login has that. Its password and sessions stay.
 * @returns the login; null if there is none
 */
export async function takeUnconfirmed(
  trx: TenantDb,
  tenantId: number,
  taken: { email: string; takerId: number | null },
  now: Date,
): Promise<LosingLogin | null> {
  const holder = await holdUnconfirmed(trx, tenantId, taken);
  if (!holder) return null;
  const { id, address_on_file: onFile, language } = holder;
  if (onFile === null || (await holderOfAddress(trx, tenantId, onFile)) !== 'nobody') {
    await updateAddress(trx, tenantId, id, { email: null, confirmedAt: null, onFile });
    return { id, email: null, language };
  }
  await updateAddress(trx, tenantId, id, { email: onFile, confirmedAt: now });
  return { id, email: onFile, language };
}
