import { createHash } from 'node:crypto';

/**
 * Returns a number from 0 to 1 that is always the same for the same words, for generated data that stays the same.
 */
export function seeded(...words: readonly (string | number)[]): number {
  return createHash('sha256').update(words.join('|')).digest().readUInt32BE() / 2 ** 32;
}

/** Returns such a number between two bounds. */
export function seededBetween(low: number, high: number, ...words: readonly (string | number)[]): number {
  return low + (high - low) * seeded(...words);
}
