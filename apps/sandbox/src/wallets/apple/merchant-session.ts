import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Sandbox } from '../../sandbox.ts';

const lifeMs = 5 * 60_000;

/** The session that lets a page open one sheet. It is opaque to the merchant and the page. */
export const MerchantSession = z.strictObject({
  epochTimestamp: z.number().int(),
  expiresAt: z.number().int(),
  merchantSessionIdentifier: z.string(),
  nonce: z.string(),
  merchantIdentifier: z.string(),
  domainName: z.string(),
  displayName: z.string(),
  signature: z.string(),
});
export type MerchantSession = z.output<typeof MerchantSession>;

interface Merchant {
  merchantIdentifier: string;
  displayName: string;
  initiativeContext: string;
}

export function mintSession({ secrets, clock }: Sandbox, merchant: Merchant): MerchantSession {
  const now = clock.now();
  const session = {
    epochTimestamp: now,
    expiresAt: now + lifeMs,
    merchantSessionIdentifier: randomBytes(32).toString('hex'),
    nonce: randomBytes(4).toString('hex'),
    merchantIdentifier: createHash('sha256').update(merchant.merchantIdentifier).digest('hex'),
    domainName: merchant.initiativeContext,
    displayName: merchant.displayName,
  };
  return { ...session, signature: secrets.sign(session) };
}

/** Tells if a session is genuine, not expired, and made for the page's host. */
export function isGoodSession({ secrets, clock }: Sandbox, { signature, ...session }: MerchantSession, host: string) {
  const claims = secrets.verify(signature);
  const isGenuine = claims !== undefined && JSON.stringify(claims) === JSON.stringify(session);
  return isGenuine && session.expiresAt > clock.now() && session.domainName === host;
}
