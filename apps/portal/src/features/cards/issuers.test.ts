import { expect, test } from 'vitest';
import { formatExpiry, issuerOf } from './issuers.ts';

test.each([
  ['AM', 'amex', 'American Express', 'Amex', 4, 'front'],
  ['AMEX', 'amex', 'American Express', 'Amex', 4, 'front'],
  ['MASTERCARD', 'mastercard', 'Mastercard', 'Mastercard', 3, 'back'],
  ['MC', 'mastercard', 'Mastercard', 'Mastercard', 3, 'back'],
  ['MD', 'mastercard', 'Mastercard', 'Mastercard', 3, 'back'],
  ['PL', 'mastercard', 'Mastercard', 'Mastercard', 3, 'back'],
  ['VE', 'visa', 'Visa', 'Visa', 3, 'back'],
  ['VI', 'visa', 'Visa', 'Visa', 3, 'back'],
  ['visa', 'visa', 'Visa', 'Visa', 3, 'back'],
])(
  '[CARD-4] %s is %s: %s, in short %s, with %d digits on the %s',
  (cardType, name, label, shortLabel, length, position) => {
    expect(issuerOf(cardType)).toEqual({ name, label, shortLabel, securityCode: { length, position } });
  },
);

test('[CARD-4] another brand is unknown, and the expiry month is padded', () => {
  expect(issuerOf('DI')).toBeNull();
  expect(formatExpiry({ month: 7, year: 2028 })).toBe('07/2028');
});
