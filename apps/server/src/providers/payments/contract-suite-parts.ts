import { randomUUID } from 'node:crypto';
import type { PaymentAttempt, PaymentProvider } from './payment-provider.ts';

/** A provider's own test system, as every suite needs it. */
export interface TestSystem<Provider extends PaymentProvider> {
  /** The provider, with other settings than the usual where wished. */
  open(changes?: Record<string, unknown>): Provider;
  /** Settings under which nobody answers, and under which the keys are wrong. */
  unreachable: Record<string, unknown>;
  wrongKeys: Record<string, unknown>;
  /** What the provider has taken under a reference, in minor units, one entry a charge. */
  taken(reference: string): Promise<number[]>;
  /** What must never be in an answer. */
  secrets: readonly string[];
}

/** What can be made to go wrong with a request. */
export type Mishap = 'request lost' | 'answer lost' | 'answer late' | 'server error' | 'answer unreadable' | 'doubled';

/** Each mishap as the sandbox's fault switches name it; an answer that is late comes after the tests' deadline. */
export const sandboxFaults: Record<Mishap, object> = {
  'request lost': { kind: 'drop-before' },
  'answer lost': { kind: 'drop-after-commit' },
  'answer late': { kind: 'delay-answer', ms: 1_500 },
  'server error': { kind: 'status', status: 503 },
  'answer unreadable': { kind: 'invalid-json' },
  doubled: { kind: 'duplicate' },
};

/** What is found after each mishap of a charge, and how many charges there are. @param before what stood there before it */
export const foundAfter = <Before extends string>(before: Before) =>
  [
    ['request lost', before, 0],
    ['answer lost', 'approved', 1],
    ['answer late', 'approved', 1],
    ['server error', before, 0],
    ['answer unreadable', 'approved', 1],
  ] as const;

/** An attempt at a provider whose test system takes pounds. */
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
