import { createHash } from 'node:crypto';

/** What is kept of a single-use token: enough to know it again, nothing to pay with. */
export function hashPaymentToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
