import type { TenantDb } from '../../db/client.ts';
import { type Identity, isLinked } from './identities.queries.ts';
import { holdLogin } from './identity.queries.ts';

/**
 * A credential that proved a login, as it was when it was checked: the password's hash, or an identity that a
 * provider confirms.
 */
export type CheckedCredential = { loginId: number } & ({ passwordHash: string } | { identity: Identity });

/**
 * Locks a login's row until the transaction ends. DANGER: every transaction that writes more than one row of a login
 * must begin with it, or two of them wait for each other and fail.
 */
export async function lockLogin(trx: TenantDb, tenantId: number, loginId: number): Promise<void> {
  await holdLogin(trx, { tenantId, loginId, passwordHash: null });
}

/** Returns the password's hash that was checked; null if an identity was. */
export const passwordHashIn = (credential: CheckedCredential): string | null =>
  'passwordHash' in credential ? credential.passwordHash : null;

/**
 * Tells if a credential that was checked a moment ago is still valid. Locks the login's row until the transaction
 * ends: a new password either came before and is seen here, or comes later and ends what follows from this. Call it
 * first, like `lockLogin`.
 */
export async function stillStands(trx: TenantDb, tenantId: number, credential: CheckedCredential): Promise<boolean> {
  const { loginId } = credential;
  const passwordHash = passwordHashIn(credential);
  if (!(await holdLogin(trx, { tenantId, loginId, passwordHash }))) return false;
  return 'passwordHash' in credential || isLinked(trx, tenantId, loginId, credential.identity);
}
