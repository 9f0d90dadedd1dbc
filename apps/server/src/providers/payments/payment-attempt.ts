import type { DecimalPlaces } from '@quayside/contract/shared/money.ts';

/** The facts of an attempt for a provider. */
export interface PaymentAttempt {
  /** Our reference, never reused: the attempt's name on the provider's wire. */
  merchantRefNumber: string;
  /** Minor units with `decimalPlaces`. Adapters get those of ISO 4217 (`wire-units.ts`). */
  amountMinor: number;
  /** ISO 4217. */
  currency: string;
  /** The provider's account of the attempt, which may differ from today's. */
  account: string;
  /** The number of decimals with which people write the amount. Adapters get that of ISO 4217. */
  decimalPlaces: DecimalPlaces;
  /** The provider's reference for the attempt; null before it has one, and for providers without. */
  providerReference: string | null;
  createdAt: Date;
}

/** The reason why a provider does not take the money: its own code, and its text if it has one. */
export interface Refusal {
  code: string;
  /** The provider's text, for the marina and the log. Customers read ours, by the reason. */
  message: string | null;
  /** Set if the answer says more than its code. */
  reason?: RefusalReason;
}

/** The reasons that a customer can act on. Each has a text in `cardProblems`. */
export type RefusalReason =
  | 'CARD_EXPIRED'
  | 'CARD_NUMBER'
  | 'SECURITY_CODE'
  | 'ADDRESS_MISMATCH'
  | 'ADDRESS'
  | 'INSUFFICIENT_FUNDS'
  | 'CARD_LIMIT'
  | 'NOT_PERMITTED'
  | 'ASK_BANK'
  | 'CARD_DETAILS'
  | 'NOT_KEPT';

/** Our code of a refusal that our settings cause: wrong keys, or an account that the provider doesn't know. */
export const configurationCode = 'PROVIDER_CONFIGURATION';

/** A provider did not do what it was asked. The text names call, status and code: no secret, no token, no name. */
export class ProviderFault extends Error {
  override name = 'ProviderFault';
  /** Set if the provider refused, with words for the customer; null if it did not answer, or the fault is ours. */
  readonly refusal: Refusal | null;

  constructor(message: string, refusal: Refusal | null = null) {
    super(message);
    this.refusal = refusal;
  }
}
