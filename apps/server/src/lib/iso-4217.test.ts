import { expect, test } from 'vitest';
import { isoPlaces } from './iso-4217.ts';

test.each([
  ['EUR', 2],
  ['HUF', 2],
  ['COP', 2],
  ['IDR', 2],
  ['TWD', 2],
  ['JPY', 0],
  ['ISK', 0],
  ['UGX', 0],
  ['IQD', 3],
  ['TND', 3],
  ['CLF', 4],
])('[MONEY-48] %s has %i decimals', (currency, places) => {
  expect(isoPlaces(currency)).toBe(places);
});

test('[MONEY-48] names a currency once, and only those without two decimals', () => {
  // Elsewhere people write fewer decimals than ISO 4217 counts, never more.
  const exact = Intl.supportedValuesOf('currency').filter((currency) => isoPlaces(currency) !== 2);
  const written = (currency: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  expect(exact.filter((currency) => currency !== 'IQD' && written(currency) !== isoPlaces(currency))).toEqual([]);
});
