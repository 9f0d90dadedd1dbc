import { createHash } from 'node:crypto';

/** Returns the hash of a single-use token: it recognises the token and can't pay. */
export function hashPaymentToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
