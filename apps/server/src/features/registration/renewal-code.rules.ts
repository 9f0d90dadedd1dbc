import { createHash, randomInt } from 'node:crypto';

/** Base32 without letters that look like a digit or like each other (decision C4.7). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 10;

/** Makes a code that people can read out and type. */
export function makeRenewalCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/**
 * Normalises a typed code: without blanks and dashes, in capitals, and with digits in place of letters that look
 * like them.
 */
export function readRenewalCode(typed: string): string {
  return typed
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
}

/** Hashes a code. @param code as `readRenewalCode` returns it */
export const hashRenewalCode = (code: string) => createHash('sha256').update(code).digest();
