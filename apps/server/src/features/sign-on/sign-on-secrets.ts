import { createHmac } from 'node:crypto';
import type { SignOnSecrets } from '../../providers/sign-on/openid-connect.ts';

/**
 * All that a visit has to remember, from the browser's token: whoever doesn't hold its cookie can't finish it, and the
 * database has nothing to lose. None of them tells the token.
 */
export function secretsOf(token: string): SignOnSecrets {
  const derive = (purpose: string) => createHmac('sha256', token).update(purpose).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}
