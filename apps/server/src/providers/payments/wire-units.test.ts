import { expect, test } from 'vitest';
import { newAttempt } from './contract-suite-parts.ts';
import type { PaymentAttempt } from './payment-attempt.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { Aftermath } from './provider-status.ts';
import { inMarinaUnits } from './wire-units.ts';

const attempts: PaymentAttempt[] = [];
const hear = async (attempt: PaymentAttempt) => {
  attempts.push(attempt);
  return { kind: 'absent' } as const;
};

/** A provider that says what its wire says, in minor units of ISO 4217. */
const provider = (aftermath: Aftermath = { kind: 'unknown', reason: '' }, more: Partial<PaymentProvider> = {}) =>
  inMarinaUnits({
    key: 'wire',
    account: '1',
    fetchStatus: hear,
    charge: hear,
    fetchAftermath: async () => aftermath,
    refunds: {
      keepsReferences: true,
      make: async (attempt) => ({ kind: 'unknown', reason: (await hear(attempt)).kind }),
      find: async () => ({
        kind: 'known',
        refunds: [
          { refundId: 'ours', reference: 'r', amountMinor: 500_000, state: 'done' },
          { refundId: 'theirs', reference: null, amountMinor: 10_050, state: 'done' },
        ],
      }),
    },
    ...more,
  } as PaymentProvider);

const attempt = (amountMinor: number, currency: string, decimalPlaces: number): PaymentAttempt => ({
  ...newAttempt({ account: '1' } as PaymentProvider, amountMinor),
  currency,
  decimalPlaces,
});
const charge = { paymentToken: 't', proof: null, payer: { firstName: '', lastName: '', email: '' } };
const input = { ...charge, billing: null, ip: '', credential: null };

test.each([
  [25_000, 'HUF', 0, 2_500_000],
  [2_500_050, 'HUF', 2, 2_500_050],
  [5_000, 'IQD', 0, 5_000_000],
  [100_000, 'JPY', 2, 1_000],
  [9_999_999_999_999, 'HUF', 0, 999_999_999_999_900],
])('[MONEY-48] %i %s with %i decimals is %i on the wire', async (minor, currency, places, wire) => {
  attempts.length = 0;
  const ownAttempt = attempt(minor, currency, places);
  await provider().charge?.(ownAttempt, input);
  await provider().fetchStatus(ownAttempt);
  expect(attempts.map(({ amountMinor }) => amountMinor)).toEqual([wire, wire]);
});

test('[MONEY-48] an amount that the wire can’t say exactly is refused, and nobody is called', async () => {
  attempts.length = 0;
  const half = attempt(100_050, 'JPY', 2);
  expect(provider().takesAmount?.(half.amountMinor, 'JPY', 2)).toBe(false);
  expect(await provider().charge?.(half, input)).toMatchObject({ refusal: { code: 'DECIMAL_PRECISION' } });
  const order = { providerPaymentId: 'p', reference: 'r', amountMinor: 50, reason: '' };
  expect(await provider().refunds?.make(half, order)).toMatchObject({ kind: 'refused' });
  // The largest amount of all, in a currency that has three decimals more than the marina writes.
  expect(provider().takesAmount?.(9_999_999_999_999, 'IQD', 0)).toBe(false);
  expect(attempts).toEqual([]);
});

test('[MONEY-48] refunds, disputes and reversals come back in the marina’s units, or not at all', async () => {
  const forint = attempt(25_000, 'HUF', 0);
  const known = { kind: 'known', refundedMinor: 500_000, disputedMinor: null, reversedMinor: 200_000 } as const;
  expect(await provider(known).fetchAftermath?.(forint, 'p')).toEqual({
    kind: 'known',
    refundedMinor: 5_000,
    disputedMinor: null,
    reversedMinor: 2_000,
  });
  expect(await provider({ ...known, disputedMinor: 10_050 }).fetchAftermath?.(forint, 'p')).toMatchObject({
    kind: 'unknown',
  });
  const list = await provider().refunds?.find(forint, { providerPaymentId: 'p', reference: 'r' });
  expect(list).toMatchObject({ refunds: [{ amountMinor: 5_000 }, { refundId: 'theirs', amountMinor: 100.5 }] });
});

test('[MONEY-48] more decimals than the currency has on the wire are not taken, unless the provider takes them', () => {
  expect(provider().takesCurrency?.('JPY', 0)).toBe(true);
  expect(provider().takesCurrency?.('JPY', 2)).toBe(false);
  expect(provider(undefined, { takesCurrency: () => true }).takesCurrency?.('JPY', 2)).toBe(true);
});
