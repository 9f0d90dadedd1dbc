import { expect, test } from 'vitest';
import { formatAmount } from './money.ts';

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
