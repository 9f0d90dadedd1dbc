import type { TenantDb } from '../../db/client.ts';
import { dropConfirmationOf } from './login-address.queries.ts';

/**
 * A link that would name a login by another address opens nothing any more, in the transaction that changes its password.
 * One that confirms the address which it has stays.
 */
export async function forgetWaitingAddress(
  trx: TenantDb,
  tenantId: number,
  loginId: number,
  ownEmail: string,
): Promise<void> {
  await dropConfirmationOf(trx, tenantId, loginId, ownEmail);
}
