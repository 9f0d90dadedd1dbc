import type { PaymentAttempt, Refusal } from './payment-attempt.ts';

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
 * A provider's knowledge of an attempt. DANGER: `declined` and `absent` mean that no money was taken. Everything
 * uncertain is `unknown`.
 */
export type ProviderStatus =
  | {
      kind: 'approved';
      charge: Charge;
      /** Further charges under the same reference. */
      surplusIds: string[];
      /** Set if no bank has authenticated the customer: the marina bears a dispute. The money is taken nevertheless. */
      isUnauthenticated?: true;
      /** Set if some of the money was refunded, disputed or reversed since. `fetchAftermath` knows how much. */
      hasMoved?: true;
    }
  | { kind: 'declined'; refusal: Refusal; providerPaymentId: string | null }
  | { kind: 'pending' | 'held'; providerPaymentId: string; reason: string | null }
  /** The customer is on the provider's page or may still go there, also after a refusal that allows another try. */
  | { kind: 'open'; refusal?: Refusal }
  /** The customer agreed on the provider's page, and waits to be charged. */
  | { kind: 'agreed' }
  /** The page is over, given up or out of time, and nothing was taken. */
  | { kind: 'closed' }
  | { kind: 'absent' }
  | { kind: 'unknown'; reason: string };

/**
 * Returns the status of an attempt that a provider does not know. DANGER: the marina may have changed its settings
 * since the attempt began. Only the attempt's own account can prove that there is nothing.
 * @param askedAccount the account in whose books the provider has looked
 */
export const notKnownAt = (askedAccount: string, { account }: PaymentAttempt): ProviderStatus =>
  askedAccount === account ? { kind: 'absent' } : { kind: 'unknown', reason: 'not known at another account' };

/**
 * The refunds, disputes and reversals of a charge: totals in minor units of the payment's currency. null: the provider
 * doesn't say, so the known figure stays. DANGER: `known` moves money off orders and back onto them. Everything
 * uncertain is `unknown` and changes nothing.
 */
export type Aftermath =
  | {
      kind: 'known';
      /** Refunded by the marina. */
      refundedMinor: number;
      /** Claimed back, and not decided yet. */
      disputedMinor: number | null;
      /** Reversed for good by a bank or the provider. */
      reversedMinor: number | null;
    }
  | { kind: 'unknown'; reason: string };
