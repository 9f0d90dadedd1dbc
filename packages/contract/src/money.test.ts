import fc from 'fast-check';
import { expect, test } from 'vitest';
import { majorToMinor, minorToDecimal, minorToMajor } from './money.ts';

const amount = fc.maxSafeInteger();
const places = fc.integer({ min: 0, max: 4 });

test('[ORD-8] major units are the number that the decimal’s text reads as', () => {
  fc.assert(
    fc.property(amount, places, (minor, decimals) => {
      expect(minorToMajor(minor, decimals)).toBe(Number(minorToDecimal(minor, decimals)));
    }),
    { numRuns: 20_000 },
  );
});

test('[ORD-8] there and back loses nothing, up to a hundred billion', () => {
  const shown = fc.integer({ min: -1e13, max: 1e13 });
  fc.assert(
    fc.property(shown, places, (minor, decimals) => {
      expect(majorToMinor(minorToMajor(minor, decimals), decimals)).toBe(minor);
    }),
    { numRuns: 20_000 },
  );
});

test.each([
  [1250, 2, '12.50'],
  [-5, 2, '-0.05'],
  [12_345, 3, '12.345'],
  [12_345, 0, '12345'],
  [0, 2, '0.00'],
])('%i with %i places is written %s', (minor, decimals, text) => {
  expect(minorToDecimal(minor, decimals)).toBe(text);
});

test.each([
  [0.1 + 0.2, 2],
  [12.345, 2],
  [1e21, 2],
  [Number.NaN, 2],
])('%d is no amount of a currency with %i places', (major, decimals) => {
  expect(majorToMinor(major, decimals)).toBeNull();
});
