import { expect, test } from 'vitest';
import { takesCurrency, wireAmount } from './amount.ts';

test('[MONEY-5] two decimals, none where the provider takes none, and never a rounded amount', () => {
  expect(wireAmount(1_250, 'GBP', 2)).toBe('12.50');
  expect(wireAmount(5, 'EUR', 2)).toBe('0.05');
  // A marina may write its prices without decimals.
  expect(wireAmount(12, 'NOK', 0)).toBe('12.00');
  expect(wireAmount(1_250, 'JPY', 0)).toBe('1250');
  expect(wireAmount(125_000, 'HUF', 2)).toBe('1250');
  expect(wireAmount(125_050, 'HUF', 2)).toBeNull();
});

test('[MONEY-5] a currency of three decimals is not offered, nor is one that the provider does not know', () => {
  expect(takesCurrency('TND', 3)).toBe(false);
  expect(takesCurrency('AED', 2)).toBe(false);
  expect(wireAmount(10_139, 'TND', 3)).toBeNull();
});
