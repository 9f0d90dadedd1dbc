import type { Refusal } from './payment-attempt.ts';

/** Money that a provider has taken. */
export interface Charge {
  providerPaymentId: string;
  /** null: the provider doesn't say. */
  chargedAt: Date | null;
  /** Such as `**** 1234`. */
  maskedCardNumber: string | null;
  cardType: string | null;
}

/**
 * What a provider knows about an attempt.
 * DANGER: `declined` and `absent` say that no money was taken. Whatever is not certain is `unknown`.
 */
export type ProviderStatus =
  | { kind: 'approved'; charge: Charge /** Further charges under the same reference. */; surplusIds: string[] }
  | { kind: 'declined'; refusal: Refusal; providerPaymentId: string | null }
  | { kind: 'pending' | 'held'; providerPaymentId: string; reason: string | null }
  /** The customer is on the provider's page, or may still go there. */
  | { kind: 'open' }
  /** The customer agreed on the provider's page, and waits to be charged. */
  | { kind: 'agreed' }
  /** The page is over, given up or out of time, and nothing was taken. */
  | { kind: 'closed' }
  | { kind: 'absent' }
  | { kind: 'unknown'; reason: string };

/**
 * What became of money since a provider took it. `reversed`: a bank or the provider has taken it back for good;
 * `disputed`: somebody wants that, and it isn't decided.
 */
export type Aftermath =
  | { kind: 'known' /** Given back by the marina, in minor units. */; refundedMinor: number; claim: Claim }
  | { kind: 'unknown'; reason: string };
export type Claim = 'none' | 'disputed' | 'reversed';
