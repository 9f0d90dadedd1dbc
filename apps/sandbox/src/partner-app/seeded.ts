import { createHash } from 'node:crypto';

/** A number from 0 to 1 that is always the same for the same words: made data that holds still. */
export function seeded(...words: readonly (string | number)[]): number {
  return createHash('sha256').update(words.join('|')).digest().readUInt32BE() / 2 ** 32;
}

/** The same between two bounds. */
export function seededBetween(low: number, high: number, ...words: readonly (string | number)[]): number {
  return low + (high - low) * seeded(...words);
}
