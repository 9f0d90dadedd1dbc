import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decimalToMinor,
  largestMinor,
  majorToMinor,
  minorToDecimal,
  minorToMajor,
  narrowCurrency,
  writeAmount,
} from './money.ts';

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

test('[ORD-8][MONEY-7] there and back loses nothing, up to a hundred of the largest amount', () => {
  const shown = fc.integer({ min: -100 * largestMinor, max: 100 * largestMinor });
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

test.each([1.5, Number.NaN, 2 ** 53])('%d minor units are refused, whichever way they are written', (minor) => {
  const message = `The amount is not an integer: ${minor}`;
  expect(() => minorToDecimal(minor, 2)).toThrow(new RangeError(message));
  expect(() => minorToMajor(minor, 2)).toThrow(new RangeError(message));
});

test.each([
  ['12', 2, 1200],
  ['12.5', 2, 1250],
  ['-0.05', 2, -5],
  ['12.50', 1, null],
  ['12.', 2, null],
  ['.5', 2, null],
  ['1,5', 2, null],
  ['£12', 2, null],
  ['12 ', 2, null],
  ['9007199254740991', 0, 9_007_199_254_740_991],
  ['9007199254740992', 0, null],
])('the text %j with %i places is %s minor units', (decimal, decimals, minor) => {
  expect(decimalToMinor(decimal, decimals)).toBe(minor);
});

test.each([
  ['en-GB', 'GBP', '£1,234.50'],
  ['fr-FR', 'GBP', '1 234,50 £'],
  ['ar', 'GBP', '1,234.50 £'],
  ['ar-EG', 'GBP', '١٬٢٣٤٫٥٠ £'],
  ['en-GB', 'SEK', 'kr 1,234.50'],
  // A currency without a sign keeps its letters.
  ['en-GB', 'CHF', 'CHF 1,234.50'],
])('[ORD-8] an amount in %s of %s is written %s, its country not beside its sign', (language, currency, text) => {
  const format = new Intl.NumberFormat(language, { ...narrowCurrency, currency });
  const written = writeAmount(format, '1234.50');
  // Ignores direction marks, which are invisible, and differences between kinds of spaces.
  expect(written.replaceAll(/\p{Cf}/gu, '').replaceAll(/\s/gu, ' ')).toBe(text);
});
