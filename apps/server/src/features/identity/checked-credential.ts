import type { TenantDb } from '../../db/client.ts';
import { type Identity, isLinked } from './identities.queries.ts';
import { holdLogin } from './identity.queries.ts';

/** What somebody has proven a login with, as it was when it was checked: a hash, or what a provider vouches for. */
export type CheckedCredential = { loginId: number } & ({ passwordHash: string } | { identity: Identity });

/**
 * Holds a login's row until the transaction ends. DANGER: whatever writes more of a login than one row begins with it, or
 * two that wait for one another both fail.
 */
export async function lockLogin(trx: TenantDb, tenantId: number, loginId: number): Promise<void> {
  await holdLogin(trx, tenantId, loginId);
}

/**
 * Whether a credential that was checked a moment ago is still its login's. Holds the login's row until the transaction
 * ends, so that a new password either came before and is seen here, or comes after and ends what follows from this. Call
 * it first, like `lockLogin`.
 */
export async function stillStands(trx: TenantDb, tenantId: number, credential: CheckedCredential): Promise<boolean> {
  const held = await holdLogin(trx, tenantId, credential.loginId);
  if (held === undefined) return false;
  if ('passwordHash' in credential) return held.password_hash === credential.passwordHash;
  return isLinked(trx, tenantId, credential.loginId, credential.identity);
}
