import { randomInt } from 'node:crypto';

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const lengths = { P: 15, C: 15, SC: 16, SP: 16, G: 15, A: 15 } as const;

/**
 * Makes a token in the provider's form: P for a profile, C for a stored card, SC for a single use, SP for a single
 * use by a customer, G and A for a wallet's.
 */
export function newPaymentToken(prefix: keyof typeof lengths): string {
  const length = lengths[prefix] - prefix.length;
  return prefix + Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}
