import type { TenantDb } from '../../db/client.ts';
import { hashToken, makeToken } from '../../lib/secret-token.ts';
import { hour } from '../../lib/durations.ts';
import { storeToken } from './login-address.queries.ts';

/** The life of a confirmation's link. It equals that of a link for a new password (decision C4.9). */
export const confirmationLifeMs = hour;

/**
 * Makes the token of a login's waiting confirmation, in place of an earlier one. It is told once and stored nowhere.
 */
export async function startConfirmation(db: TenantDb, tenantId: number, loginId: number, now: Date): Promise<string> {
  const token = makeToken();
  await storeToken(db, tenantId, loginId, {
    token_hash: hashToken(token),
    expires_at: new Date(now.getTime() + confirmationLifeMs),
  });
  return token;
}
