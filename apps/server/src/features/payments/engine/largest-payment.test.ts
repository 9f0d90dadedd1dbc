import { expect, test } from 'vitest';
import { TenantSettings } from '../../../lib/settings/tenant-settings.ts';
import { sampleSettings } from '../../../testing/factories/factories.ts';
import { isPayableAmount, largestPayment } from './largest-payment.rules.ts';

const settings = TenantSettings.parse(sampleSettings());

test.each([
  [null, null, null],
  [null, 250, 25_000],
  [99.99, null, 9_999],
  [100, 250, 10_000],
  [1_000, 250, 25_000],
])('[PROV-8] the marina’s limit %s and the provider’s %s are %s minor units', (ofMarina, ofProvider, minor) => {
  const tenant = { settings: { ...settings, maxPayment: ofMarina } };
  expect(largestPayment(tenant, { maxPayment: ofProvider })).toBe(minor);
});

test('the least that a limit can be is one minor unit of the currency', () => {
  expect([0.01, 0.001, 0, 5.005].map((amount) => isPayableAmount(amount, { currencyDecimalPlaces: 2 }))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect([1, 0.5].map((amount) => isPayableAmount(amount, { currencyDecimalPlaces: 0 }))).toEqual([true, false]);
});
