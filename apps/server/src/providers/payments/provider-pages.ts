import type { AccountField } from '@quayside/contract/account-fields.ts';
import type { PaymentAttempt, Refusal } from './payment-attempt.ts';
import type { ProviderStatus } from './provider-status.ts';

/** What a provider is told that has a page of its own for its customers. */
export interface PageInput {
  /** What is paid, for the customer to read on the page. */
  description: string;
  /** The marina's name. */
  merchantName: string;
  /** Such as `en-GB`. */
  language: string;
  /** When the page should take no more money by itself. */
  expiresAt: Date;
  /** Where the page sends who has paid, and who hasn't. */
  returnUrl: string;
  cancelUrl: string;
  /** What is known of the customer; the provider's `requiredFields` are among it. */
  customer: Partial<Record<CustomerField, string>>;
}

/** What of a customer a provider may ask for. */
export type CustomerField = Exclude<AccountField, 'title' | 'address2' | 'county' | 'countyCode'>;

/**
 * The provider's page, or why there is none. `unavailable`: nobody has seen a page, so asking again is safe; `mayExist`
 * where the answer was lost, so that there may be a page that takes money.
 */
export type PageStep =
  | { kind: 'page'; url: string; providerReference: string }
  | { kind: 'declined'; refusal: Refusal }
  | { kind: 'unavailable'; reason: string; mayExist: boolean };

/** A page of the provider's own on which the customer pays: from `begin` on money may move without us. */
export interface RedirectPayments {
  /** Without them the provider's page can't be asked for. */
  readonly requiredFields: readonly CustomerField[];
  /** Asks for the page. Asking again under the same reference answers the same page. */
  readonly begin: (attempt: PaymentAttempt, input: PageInput) => Promise<PageStep>;
  /** After a refusal its page sends the customer back. Where it doesn't, they may try again there. */
  readonly sendsRefusedBack: boolean;
  /** The shortest life of a page, in milliseconds, that the provider allows. */
  readonly shortestLifeMs: number;
  /** Makes the page take no more money. What came of that is for `fetchStatus` to say. Absent: the provider can't. */
  readonly close?: (attempt: PaymentAttempt) => Promise<void>;
}

/** A page of the provider's own on which the customer agrees; only `capture` takes the money. */
export interface ExpressPayments {
  /** Asks for the page. Asking again under the same reference answers the same page. */
  readonly begin: (attempt: PaymentAttempt, input: PageInput) => Promise<PageStep>;
  /** Takes the money. DANGER: only for an attempt that is stored as `sent`. */
  readonly capture: (attempt: PaymentAttempt) => Promise<ProviderStatus>;
}
