import { randomUUID } from 'node:crypto';
import type { PaymentAttempt } from './payment-attempt.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** A provider's own test system, as every suite needs it. */
export interface TestSystem<Provider extends PaymentProvider> {
  /** Opens the provider. `changes` replace its usual settings. */
  open(changes?: Record<string, unknown>): Provider;
  /** Settings under which nobody answers, and settings with wrong keys. */
  unreachable: Record<string, unknown>;
  wrongKeys: Record<string, unknown>;
  /** Returns the amounts that the provider has taken under a reference, in minor units, one entry for each charge. */
  charges(reference: string): Promise<number[]>;
  /** Texts that must never be in an answer. */
  secrets: readonly string[];
}

/** Addresses that mail reaches, and that no provider takes as they are. */
export const foreignAddresses = ['robin@häfen.example', 'jörg@example.com', 'robin..test@example.com'];

/** Names that are longer than every provider's limit. Each limit falls into the middle of an emoji of one of them. */
export const longNames = [
  ['emojis', '🚤'.repeat(150)],
  ['emojis after a letter', `x${'🚤'.repeat(150)}`],
  ['letters of two bytes', 'Ü'.repeat(260)],
] as const;

/** The faults of a request. */
export type InjectedFault =
  | 'request lost'
  | 'answer lost'
  | 'answer late'
  | 'server error'
  | 'answer unreadable'
  | 'doubled';

/** The sandbox's fault for each of them. A late answer comes after the tests' deadline. */
export const sandboxFaults: Record<InjectedFault, object> = {
  'request lost': { kind: 'drop-before' },
  'answer lost': { kind: 'drop-after-commit' },
  'answer late': { kind: 'delay-answer', ms: 1_500 },
  'server error': { kind: 'status', status: 503 },
  'answer unreadable': { kind: 'invalid-json' },
  doubled: { kind: 'duplicate' },
};

/** Lists the state after each fault of a charge, and the number of charges. @param before the state before it */
export const foundAfter = <Before extends string>(before: Before) =>
  [
    ['request lost', before, 0],
    ['answer lost', 'approved', 1],
    ['answer late', 'approved', 1],
    ['server error', before, 0],
    ['answer unreadable', 'approved', 1],
  ] as const;

/** Makes an attempt at a provider whose test system uses pounds. */
export function newAttempt(provider: PaymentProvider, amountMinor = 10_000): PaymentAttempt {
  return {
    merchantRefNumber: `QS-${randomUUID()}`,
    amountMinor,
    currency: 'GBP',
    account: provider.account,
    decimalPlaces: 2,
    providerReference: null,
    createdAt: new Date(),
  };
}

export const billing = {
  nickName: '',
  address1: '1 Quay Road',
  address2: '',
  town: 'Saltmarsh',
  state: '',
  postcode: 'SM1 1AA',
  country: 'GB',
};
