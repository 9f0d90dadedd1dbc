import type { TenantDb } from '../../db/client.ts';
import { hashToken, makeToken } from '../../lib/secrets/secret-token.ts';
import { hour } from '../../lib/time/durations.ts';
import { storeReset } from './passwords.queries.ts';

/** A reset link works for an hour and once; the newest one wins (decision C4.9). */
const lifeMs = hour;

/** Makes the token of a reset, in place of an earlier one. It is told once and stored nowhere. */
export async function startReset(db: TenantDb, tenantId: number, loginId: number, now: Date): Promise<string> {
  const token = makeToken();
  await storeReset(db, {
    tenant_id: tenantId,
    login_id: loginId,
    token_hash: hashToken(token),
    created_at: now,
    expires_at: new Date(now.getTime() + lifeMs),
  });
  return token;
}
