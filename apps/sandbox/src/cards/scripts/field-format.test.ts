import { describe, expect, test } from 'vitest';
import { fieldFormats } from './field-format.ts';

const { cardNumber, expiryDate, cvv } = fieldFormats;
const now = Date.UTC(2026, 10, 20);

describe('card number', () => {
  test.each([
    ['4111111111111111', '4111 1111 1111 1111'],
    ['378282246310005', '3782 822463 10005'],
    ['5200', '5200'],
    ['37828', '3782 8'],
    ['', ''],
  ])('%s is shown as %s', (digits, shown) => {
    expect(cardNumber.show(digits)).toBe(shown);
  });

  test('takes digits only, and no more than its brand has', () => {
    expect(cardNumber.digitsOf('5200-4000 0000x00090000', undefined)).toBe('5200400000000009');
    expect(cardNumber.digitsOf('3782 822463 100059', undefined)).toBe('378282246310005');
  });

  test.each([
    ['4111111111111111', true],
    ['4111111111111112', false],
    ['411111111111111', false],
    ['378282246310005', true],
    ['9999999999999995', false],
  ])('%s is right: %s', (digits, right) => {
    expect(cardNumber.isValid(digits, undefined, now)).toBe(right);
  });
});

describe('expiry date', () => {
  test.each([
    ['1230', '12 / 30'],
    ['12/2030', '12 / 30'],
    ['1/30', '01 / 30'],
    ['530', '05 / 30'],
    ['122030', '12 / 30'],
    ['12', '12'],
    ['1', '1'],
  ])('%s is shown as %s', (typed, shown) => {
    expect(expiryDate.show(expiryDate.digitsOf(typed, undefined))).toBe(shown);
  });

  test.each([
    ['1126', true],
    ['1026', false],
    ['1330', false],
    ['0030', false],
    ['123', false],
  ])('%s is right in November 2026: %s', (digits, right) => {
    expect(expiryDate.isValid(digits, undefined, now)).toBe(right);
  });
});

describe('security code', () => {
  test.each([
    ['123', 'VI', true],
    ['1234', 'VI', false],
    ['1234', 'AM', true],
    ['123', 'AM', false],
    ['1234', undefined, true],
    ['12', undefined, false],
  ] as const)('%s with the brand %s is right: %s', (digits, brand, right) => {
    expect(cvv.isValid(digits, brand, now)).toBe(right);
  });
});
