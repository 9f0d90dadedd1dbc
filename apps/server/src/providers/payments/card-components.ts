import type { BillingAddressInput } from '@quayside/contract/cards.ts';
import type { PaymentAttempt, Refusal } from './payment-attempt.ts';
import type { ProviderStatus } from './provider-status.ts';

/** What a provider's request for a payment is made of. */
export interface ComponentOrder {
  /** Ours, under which the provider keeps the customer's cards. */
  customerReference: string;
  payer: { firstName: string; lastName: string; email: string; phone: string };
  billing: BillingAddressInput | null;
  /** Of a card that the provider keeps: then its security code alone is typed. */
  permanentToken: string | null;
}

export type ComponentOpening =
  | { kind: 'opened'; providerReference: string }
  | { kind: 'declined'; refusal: Refusal }
  | { kind: 'unavailable'; reason: string };

/** What was typed into the provider's fields, by the provider's own record. */
export interface TypedCard {
  cardToken: string;
  /** Of the security code of a kept card; null for a new one. */
  codeToken: string | null;
}

/** Where a request stands once something was typed: the bank has let its customer through, or not. */
export type ComponentCheck =
  | { kind: 'ready'; typed: TypedCard }
  | { kind: 'declined'; refusal: Refusal }
  /** Nothing was typed, or something else than what the browser says. */
  | { kind: 'incomplete' }
  | { kind: 'unavailable'; reason: string };

/** A card that the provider keeps after a payment, and the token by which it pays again. */
export interface KeptCard {
  permanentToken: string;
  cardType: string;
  lastDigits: string;
  cardExpiry: { month: number; year: number };
}

/**
 * Paying within fields that the provider opens for one payment: they see to card and bank by themselves, and the
 * provider's own record says what came of it.
 */
export interface CardComponents {
  /** Opens a request for the attempt. Moves no money; one that nobody confirms comes to nothing. */
  openRequest(attempt: PaymentAttempt, order: ComponentOrder): Promise<ComponentOpening>;
  /** What lets one browser into the fields of the attempt's request. @throws ProviderFault */
  openFields(attempt: PaymentAttempt): Promise<string>;
  /** Asks the provider what card and bank have come to; nothing that the browser says counts. */
  check(attempt: PaymentAttempt, typed: { token: string; isKeptCard: boolean }): Promise<ComponentCheck>;
  /** Takes the money. DANGER: the only member that does. Only for an attempt that is stored as `sent`. */
  charge(attempt: PaymentAttempt, typed: TypedCard & { keepCard: boolean }): Promise<ProviderStatus>;
  /** The card that was to be kept with the payment; null where it was not. @throws ProviderFault */
  readKeptCard(attempt: PaymentAttempt): Promise<KeptCard | null>;
}
