import type { DecimalPlaces } from '@quayside/contract/money.ts';

/** What a provider is told about an attempt. */
export interface PaymentAttempt {
  /** Ours, never reused: the attempt's name on the provider's wire. */
  merchantRefNumber: string;
  /** Minor units of `currency`. */
  amountMinor: number;
  /** ISO 4217 */
  currency: string;
  /** The provider's account that it was made with, which may not be today's. */
  account: string;
  /** How many decimals people write the amount with. */
  decimalPlaces: DecimalPlaces;
  /** The provider's name of what it began for the attempt; null before, and where it begins nothing. */
  providerReference: string | null;
  createdAt: Date;
}

/** Why a provider does not take the money: its own code, and its text where it has one. */
export interface Refusal {
  code: string;
  /** The provider's words: for the marina and the log. Customers read ours, by the reason. */
  message: string | null;
  /** Where the answer tells more than its code. */
  reason?: RefusalReason;
}

/** What a customer can do something about; each has a text in `cardProblems`. */
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
  | 'CARD_DETAILS';

/** Our code of a refusal whose reason is in our settings: wrong keys, or an account that the provider doesn't know. */
export const configurationCode = 'PROVIDER_CONFIGURATION';

/** A provider did not do what it was asked. The text names call, status and code: no secret, no token, no name. */
export class ProviderFault extends Error {
  override name = 'ProviderFault';
  /** Where the provider said no, with words for the customer; null where it did not answer, or the fault is ours. */
  readonly refusal: Refusal | null;

  constructor(message: string, refusal: Refusal | null = null) {
    super(message);
    this.refusal = refusal;
  }
}
