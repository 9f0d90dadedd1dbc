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
  /** The address that it has lost. */
  lost: string;
  /** The address that it signs in with now; null if it has none. */
  email: string | null;
  language: string | null;
}

/**
 * Takes an address away from a login that never confirmed it: somebody else has proven it. The login then signs in with
 * its account's address on file, unless the owner of another login has that. It takes it from one that only claims it.
 * Passwords and sessions stay.
 * @param others the addresses that are being taken already: they have their owners
 * @returns the login, and those that lost an address to it
 */
export async function takeUnconfirmed(
  trx: TenantDb,
  tenantId: number,
  taken: { email: string; takerId: number | null },
  now: Date,
  others: readonly string[] = [],
): Promise<LosingLogin[]> {
  const holder = await holdUnconfirmed(trx, tenantId, taken);
  if (!holder) return [];
  const { id, address_on_file: onFile, language } = holder;
  const lost = taken.email;
  const gone = [...others, lost];
  if (onFile === null || gone.includes(onFile) || (await holderOfAddress(trx, tenantId, onFile)) === 'owner') {
    await updateAddress(trx, tenantId, id, { email: null, confirmedAt: null, onFile });
    return [{ id, lost, email: null, language }];
  }
  const more = await takeUnconfirmed(trx, tenantId, { email: onFile, takerId: id }, now, gone);
  await updateAddress(trx, tenantId, id, { email: onFile, confirmedAt: now });
  return [{ id, lost, email: onFile, language }, ...more];
}
