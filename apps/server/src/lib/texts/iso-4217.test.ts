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

test('[MONEY-48] people write no more decimals than a currency has, and as many as it has if those are not two', () => {
  const written = (currency: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  const differing = Intl.supportedValuesOf('currency').filter((currency) => written(currency) !== isoPlaces(currency));
  expect(differing.filter((currency) => written(currency) > isoPlaces(currency))).toEqual([]);
  // Three decimals that nobody writes.
  expect(differing.filter((currency) => isoPlaces(currency) !== 2)).toEqual(['IQD']);
});
