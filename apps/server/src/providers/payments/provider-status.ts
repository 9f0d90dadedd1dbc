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
  | {
      kind: 'approved';
      charge: Charge;
      /** Further charges under the same reference. */
      surplusIds: string[];
      /** No bank has vouched for its customer: a dispute is the marina's to bear. The money is taken all the same. */
      isUnauthenticated?: true;
    }
  | { kind: 'declined'; refusal: Refusal; providerPaymentId: string | null }
  | { kind: 'pending' | 'held'; providerPaymentId: string; reason: string | null }
  /** The customer is on the provider's page, or may still go there; also after a refusal that lets them try again. */
  | { kind: 'open'; refusal?: Refusal }
  /** The customer agreed on the provider's page, and waits to be charged. */
  | { kind: 'agreed' }
  /** The page is over, given up or out of time, and nothing was taken. */
  | { kind: 'closed' }
  | { kind: 'absent' }
  | { kind: 'unknown'; reason: string };

/**
 * What became of money since a provider took it, in minor units of the payment's currency, counted from its beginning.
 * null: the provider doesn't say, so what is known of it stays.
 * DANGER: `known` moves money off orders and back onto them. Whatever is not certain is `unknown` and changes nothing.
 */
export type Aftermath =
  | {
      kind: 'known';
      /** Given back by the marina. */
      refundedMinor: number;
      /** Somebody wants it back, and that isn't decided. */
      disputedMinor: number | null;
      /** A bank or the provider has taken it back for good. */
      reversedMinor: number | null;
    }
  | { kind: 'unknown'; reason: string };
