import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAmount, sumAmounts } from './money.ts';

const pounds = { isoCurrencyCode: 'GBP', currencyDecimalPlaces: 2 };
const yen = { isoCurrencyCode: 'JPY', currencyDecimalPlaces: 0 };
const dinar = { isoCurrencyCode: 'KWD', currencyDecimalPlaces: 3 };

/** Intl separates parts with non-breaking spaces, and versions differ in which one. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

test('amounts are written as the reader writes them', () => {
  expect(formatAmount(1245, pounds, 'en-GB')).toBe('£1,245.00');
  expect(plain(formatAmount(1245.5, { ...pounds, isoCurrencyCode: 'EUR' }, 'fr-FR'))).toBe('1 245,50 €');
  expect(formatAmount(1245, yen, 'en-GB')).toBe('¥1,245');
  expect(plain(formatAmount(1, pounds, 'fr-FR'))).toBe('1,00 £');
  expect(formatAmount(1, pounds, 'ar')).toMatch(/£$/);
  expect(plain(formatAmount(1.005, dinar, 'en-GB'))).toBe('KWD 1.005');
});

test('sums are exact in currencies of every number of decimals', () => {
  expect(sumAmounts([0.1, 0.2], pounds)).toBe(0.3);
  const minor = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { maxLength: 40 });
  fc.assert(
    fc.property(minor, fc.constantFrom(pounds, yen, dinar), (amounts, currency) => {
      const scale = 10 ** currency.currencyDecimalPlaces;
      const total = amounts.reduce((sum, amount) => sum + amount, 0);
      expect(
        sumAmounts(
          amounts.map((amount) => amount / scale),
          currency,
        ),
      ).toBe(total / scale);
    }),
  );
});

test('an amount with more decimals than its currency is refused', () => {
  expect(() => sumAmounts([0.001], pounds)).toThrow(RangeError);
});
