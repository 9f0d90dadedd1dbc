import type { BillingAddressInput } from '@quayside/contract/cards/cards.ts';
import type { PaymentAttempt, Refusal } from './payment-attempt.ts';
import type { ProviderStatus } from './provider-status.ts';

/** The content of a provider's request for a payment. */
export interface ComponentOrder {
  /** Our reference, under which the provider keeps the customer's cards. */
  customerReference: string;
  payer: { firstName: string; lastName: string; email: string; phone: string };
  billing: BillingAddressInput | null;
  /** Set for a card that the provider keeps: only its security code is typed. */
  permanentToken: string | null;
}

export type ComponentOpening =
  | { kind: 'opened'; providerReference: string }
  | { kind: 'declined'; refusal: Refusal }
  | { kind: 'unavailable'; reason: string };

/** The input of the provider's fields, by the provider's own record. */
export interface TypedCard {
  cardToken: string;
  /** The token of a kept card's security code; null for a new card. */
  codeToken: string | null;
}

/** The state of a request after something was typed: the bank has accepted its customer, or not. */
export type ComponentCheck =
  | { kind: 'ready'; typed: TypedCard }
  | { kind: 'declined'; refusal: Refusal }
  /** Nothing was typed, or something else than the browser says. */
  | { kind: 'incomplete' }
  | { kind: 'unavailable'; reason: string };

/** A card that the provider keeps after a payment, with the token that pays again. */
export interface KeptCard {
  permanentToken: string;
  cardType: string;
  lastDigits: string;
  cardExpiry: { month: number; year: number };
}

/**
 * Payment in fields that the provider opens for one payment. They handle the card and its bank, and the provider's
 * own record has the result.
 */
export interface CardComponents {
  /** Opens a request for the attempt. Moves no money; a request without confirmation has no effect. */
  openRequest(attempt: PaymentAttempt, order: ComponentOrder): Promise<ComponentOpening>;
  /** Returns the token that opens the fields of the attempt's request in one browser. @throws ProviderFault */
  openFields(attempt: PaymentAttempt): Promise<string>;
  /** Asks the provider for the result of card and bank. The browser's word does not count. */
  check(attempt: PaymentAttempt, typed: { token: string; isKeptCard: boolean }): Promise<ComponentCheck>;
  /** Takes the money. DANGER: the only member that does. Only for an attempt that is stored as `sent`. */
  charge(attempt: PaymentAttempt, typed: TypedCard & { keepCard: boolean }): Promise<ProviderStatus>;
  /** Returns the card that was kept with the payment; null if it was not. @throws ProviderFault */
  readKeptCard(attempt: PaymentAttempt): Promise<KeptCard | null>;
}
