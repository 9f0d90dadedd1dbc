import { createHash } from 'node:crypto';

/** A random generator that gives the same values every time, so that the demo is the same everywhere. */
export interface Random {
  /** Returns a whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number;
  /** Returns true in this share of cases, 0 to 1. */
  chance(share: number): boolean;
  pick<T>(from: readonly [T, ...T[]]): T;
  guid(): string;
}

/** Returns a generator. Each name has a sequence of its own. */
export function randomOf(name: string): Random {
  let state = createHash('sha256').update(name).digest().readUInt32LE(0);
  // The mulberry32 algorithm.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const hex = () =>
    Math.floor(next() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    whole,
    chance: (share) => next() < share,
    pick: <T>(from: readonly [T, ...T[]]) => from[whole(0, from.length - 1)] ?? from[0],
    guid: () => {
      const [a, b, c, d] = [hex(), hex(), hex(), hex()];
      return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`;
    },
  };
}
