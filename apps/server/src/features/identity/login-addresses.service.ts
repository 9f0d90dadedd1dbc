import type { TenantDb } from '../../db/client.ts';
import { inSavepoint } from '../../db/sql/savepoint.ts';
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
  const more =
    onFile === null || gone.includes(onFile) ? null : await giveOnFile(trx, tenantId, { id, onFile }, now, gone);
  if (more !== null) return [{ id, lost, email: onFile, language }, ...more];
  await updateAddress(trx, tenantId, id, { email: null, confirmedAt: null, onFile });
  return [{ id, lost, email: null, language }];
}

/**
 * Makes a login sign in with its account's address on file.
 * @returns the logins that lose it; null if another one is its owner
 */
async function giveOnFile(
  trx: TenantDb,
  tenantId: number,
  { id, onFile }: { id: number; onFile: string },
  now: Date,
  gone: readonly string[],
): Promise<LosingLogin[] | null> {
  if ((await holderOfAddress(trx, tenantId, onFile)) === 'owner') return null;
  try {
    return await inSavepoint(trx, async () => {
      const losers = await takeUnconfirmed(trx, tenantId, { email: onFile, takerId: id }, now, gone);
      await updateAddress(trx, tenantId, id, { email: onFile, confirmedAt: now });
      return losers;
    });
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error;
    // Another login got the address at this moment. Now it can be seen, and decides.
    return giveOnFile(trx, tenantId, { id, onFile }, now, gone);
  }
}
