import { expect, test } from 'vitest';
import { formatExpiry, issuerOf } from './issuers.ts';

test.each([
  ['AM', 'amex', 4, 'front'],
  ['AMEX', 'amex', 4, 'front'],
  ['MASTERCARD', 'mastercard', 3, 'back'],
  ['MC', 'mastercard', 3, 'back'],
  ['MD', 'mastercard', 3, 'back'],
  ['PL', 'mastercard', 3, 'back'],
  ['VE', 'visa', 3, 'back'],
  ['VI', 'visa', 3, 'back'],
  ['visa', 'visa', 3, 'back'],
])('[CARD-4] %s is %s with %d digits on the %s', (cardType, name, length, position) => {
  expect(issuerOf(cardType)).toMatchObject({ name, securityCode: { length, position } });
});

test('[CARD-4] another brand is unknown, and the expiry month is padded', () => {
  expect(issuerOf('DI')).toBeNull();
  expect(formatExpiry({ month: 7, year: 2028 })).toBe('07/2028');
});
