import type { TenantDb } from '../../db/client.ts';
import { hashToken, makeToken } from '../../lib/secrets/secret-token.ts';
import { hour } from '../../lib/time/durations.ts';
import { hasKey, storeKey } from './agreement-keys.queries.ts';

/** The lifetime of the key in a browser that signed by a link. */
export const signerKeyLifeMs = hour;

/** Makes a key that opens the paper of one agreement for a while. It is shown once and stored nowhere. */
export async function makeKey(
  db: TenantDb,
  tenantId: number,
  agreementId: number,
  { now, lifeMs }: { now: Date; lifeMs: number },
): Promise<string> {
  const key = makeToken();
  await storeKey(db, {
    tenant_id: tenantId,
    key_hash: hashToken(key),
    agreement_id: agreementId,
    expires_at: new Date(now.getTime() + lifeMs),
  });
  return key;
}

/** Tells if a key opens an agreement now. */
export async function keyOpensAgreement(
  db: TenantDb,
  tenantId: number,
  { agreementId, key, now }: { agreementId: number; key: string; now: Date },
): Promise<boolean> {
  return hasKey(db, { tenantId, agreementId, keyHash: hashToken(key), now });
}
