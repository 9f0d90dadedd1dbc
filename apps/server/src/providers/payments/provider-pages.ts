import type { AccountField } from '@quayside/contract/account/account-fields.ts';
import type { PaymentAttempt, Refusal } from './payment-attempt.ts';
import type { ProviderStatus } from './provider-status.ts';

/** The facts for a provider that shows customers a page of its own. */
export interface PageInput {
  /** The text on the page that says what is paid. */
  description: string;
  /** The marina's name. */
  merchantName: string;
  /** Such as `en-GB`. */
  language: string;
  /** The time after which the page should take no more money. */
  expiresAt: Date;
  /** The addresses to which the page sends customers who have paid, and those who haven't. */
  returnUrl: string;
  cancelUrl: string;
  /** The known details of the customer. They include the provider's `requiredFields`. */
  customer: Partial<Record<CustomerField, string>>;
}

/** The customer's details that a provider may require. */
export type CustomerField = Exclude<AccountField, 'title' | 'address2' | 'county' | 'countyCode'>;

/**
 * The provider's page, or the reason why there is none. `unavailable`: nobody has seen a page, so asking again is
 * safe; `mayExist`: the answer was lost, so a page that takes money may exist.
 */
export type PageStep =
  | { kind: 'page'; url: string; providerReference: string }
  | { kind: 'declined'; refusal: Refusal }
  | { kind: 'unavailable'; reason: string; mayExist: boolean };

/** A page of the provider's own on which the customer pays: from `begin` on, money may move without us. */
export interface RedirectPayments {
  /** Without them no page can be requested. */
  readonly requiredFields: readonly CustomerField[];
  /** Requests the page. The same reference gets the same page again. */
  readonly begin: (attempt: PaymentAttempt, input: PageInput) => Promise<PageStep>;
  /** `window`: the page opens in a window beside the portal. `redirect`: it replaces the portal. */
  readonly flow: 'window' | 'redirect';
  /** True if its page sends the customer back after a refusal. Otherwise they may try again there. */
  readonly sendsRefusedBack: boolean;
  /** The shortest lifetime of a page that the provider allows, in milliseconds. */
  readonly shortestLifeMs: number;
  /** Closes the page, so that it takes no more money. `fetchStatus` then has the result. Absent: the provider can't. */
  readonly close?: (attempt: PaymentAttempt) => Promise<void>;
}

/** A page of the provider's own on which the customer agrees. Only `capture` takes the money. */
export interface ExpressPayments {
  /** Requests the page. The same reference gets the same page again. */
  readonly begin: (attempt: PaymentAttempt, input: PageInput) => Promise<PageStep>;
  /** Takes the money. DANGER: only for an attempt that is stored as `sent`. */
  readonly capture: (attempt: PaymentAttempt) => Promise<ProviderStatus>;
}
