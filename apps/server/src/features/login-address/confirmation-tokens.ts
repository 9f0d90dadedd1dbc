import { createHash, randomBytes } from 'node:crypto';
import type { TenantDb } from '../../db/client.ts';
import { storeToken } from './login-address.queries.ts';

/** As for a new password (decision C4.9). */
export const confirmationLifeMs = 60 * 60_000;

export const hashConfirmationToken = (token: string) => createHash('sha256').update(token).digest();

/** Makes the token of what a login waits for, in place of any before it. It is told once and stored nowhere. */
export async function startConfirmation(db: TenantDb, tenantId: number, loginId: number, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await storeToken(db, tenantId, loginId, {
    token_hash: hashConfirmationToken(token),
    expires_at: new Date(now.getTime() + confirmationLifeMs),
  });
  return token;
}
