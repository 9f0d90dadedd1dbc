import type { TenantDb } from '../../db/client.ts';
import { hashToken, makeToken } from '../../lib/secrets/secret-token.ts';
import { hour } from '../../lib/time/durations.ts';
import { storeToken } from './login-address.queries.ts';

/** The life of a confirmation's link. It equals that of a link for a new password (decision C4.9). */
export const confirmationLifeMs = hour;

/**
 * Makes the token of a login's waiting confirmation, in place of an earlier one. It is told once and stored nowhere.
 * @returns null if another address waits, or none: the mail to this one must not hold the other one's link
 */
export async function startConfirmation(
  db: TenantDb,
  tenantId: number,
  { loginId, email }: { loginId: number; email: string },
  now: Date,
): Promise<string | null> {
  const token = makeToken();
  const isStored = await storeToken(db, tenantId, {
    login_id: loginId,
    email,
    token_hash: hashToken(token),
    expires_at: new Date(now.getTime() + confirmationLifeMs),
  });
  return isStored ? token : null;
}
