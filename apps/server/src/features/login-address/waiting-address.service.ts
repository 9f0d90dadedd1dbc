import type { TenantDb } from '../../db/client.ts';
import { dropConfirmationOf } from './login-address.queries.ts';

/**
 * Deletes a waiting change of address, in the transaction that changes the password. A confirmation of the login's
 * own address stays.
 */
export async function forgetWaitingAddress(
  trx: TenantDb,
  tenantId: number,
  loginId: number,
  ownEmail: string | null,
): Promise<void> {
  await dropConfirmationOf(trx, tenantId, loginId, ownEmail);
}
