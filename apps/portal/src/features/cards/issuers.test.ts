import { expect, test } from 'vitest';
import { formatExpiry, issuerOf } from './issuers.ts';

test.each([
  ['AM', 'American Express', 'Amex', 4, 'front'],
  ['AMEX', 'American Express', 'Amex', 4, 'front'],
  ['MASTERCARD', 'Mastercard', 'MC', 3, 'back'],
  ['MC', 'Mastercard', 'MC', 3, 'back'],
  ['MD', 'Mastercard', 'MC', 3, 'back'],
  ['PL', 'Mastercard', 'MC', 3, 'back'],
  ['VE', 'Visa', 'Visa', 3, 'back'],
  ['VI', 'Visa', 'Visa', 3, 'back'],
  ['visa', 'Visa', 'Visa', 3, 'back'],
])('[CARD-4] %s is %s, in short %s, with %d digits on the %s', (cardType, label, shortLabel, length, position) => {
  expect(issuerOf(cardType)).toMatchObject({ label, shortLabel, securityCode: { length, position } });
});

test('[CARD-4] another brand is unknown, and the expiry month is padded', () => {
  expect(issuerOf('DI')).toBeNull();
  expect(formatExpiry({ month: 7, year: 2028 })).toBe('07/2028');
});
