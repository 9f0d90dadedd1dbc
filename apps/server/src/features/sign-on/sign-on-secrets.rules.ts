import { createHmac } from 'node:crypto';
import type { SignOnSecrets } from '../../providers/sign-on/openid-connect.ts';

/**
 * Derives the secrets of a visit from the browser's token. Without its cookie nobody can finish the visit, and the
 * database holds nothing worth stealing. None of them reveals the token.
 */
export function secretsOf(token: string): SignOnSecrets {
  const derive = (purpose: string) => createHmac('sha256', token).update(purpose).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}
