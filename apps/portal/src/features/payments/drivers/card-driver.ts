import type { StoredCardTokens } from '@quayside/contract/cards/cards.ts';
import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';

/** The kinds of script errors. Each has a text of our own, independent of the provider's text. */
export type ScriptErrorReason = 'connection' | 'details' | 'busy' | 'notRecognised' | 'notSetUp' | 'other';

/** An error of a provider's own browser script. */
export class ProviderScriptError extends Error {
  readonly code: string;
  /** The provider's text, for the log and for reports. Customers never see it. */
  readonly providerMessage: string;
  readonly reason: ScriptErrorReason;
  /** True if the bank's page was open already: its check had started. */
  readonly isOfChallenge: boolean;

  constructor(
    code: string,
    providerMessage: string,
    {
      reason = 'other',
      isOfChallenge = false,
      ...options
    }: ErrorOptions & { reason?: ScriptErrorReason; isOfChallenge?: boolean } = {},
  ) {
    super(`${code} ${providerMessage}`, options);
    this.name = 'ProviderScriptError';
    this.code = code;
    this.providerMessage = providerMessage;
    this.reason = reason;
    this.isOfChallenge = isOfChallenge;
  }
}

export type HostedFieldName = 'cardNumber' | 'expiryDate' | 'cvv';

/** A field in a frame of the provider's origin. Typed values never reach this page. */
export interface HostedField {
  /** Selector of the element that receives the frame. */
  selector: string;
  placeholder: string;
  /** The name for screen readers. */
  label: string;
  /** True if it may stay empty: a stored card needs only its security code. */
  isOptional: boolean;
}

export interface TokenRequest {
  holderName: string;
  billingAddress?: BillingAddressOfCard | undefined;
  /** The stored card that the security code belongs to. Without it, number and expiry are required. */
  storedCard?: StoredCardTokens | undefined;
  /**
   * Lets the bank authenticate its customer before the card is kept. No money moves. The bank's page may cover
   * ours.
   */
  recognises?: { email?: string; phone?: string; cellPhone?: string } | undefined;
}

export interface BillingAddressOfCard {
  address1: string;
  address2: string;
  town: string;
  state: string;
  postcode: string;
  country: string;
}

export interface HostedFields {
  /** Returns a single-use token of the typed values. @throws {ProviderScriptError} */
  tokenize(request: TokenRequest): Promise<string>;
  /** Moves the focus to a field, or to its frame if the provider allows no more. */
  focus(field: HostedFieldName): void;
  /** Calls the listener whenever a field is entered, left, or typed into. */
  onChange(listener: (field: HostedFieldName, change: HostedFieldChange) => void): void;
}

/** The report of a frame about its field, never the typed value. Facts that an event doesn't tell are missing. */
export interface HostedFieldChange {
  isValid?: boolean;
  isEmpty?: boolean;
  hasFocus?: boolean;
}

/** The card data that identifies the issuing bank. */
export type CardToAuthenticate = { cardBin: string } | { paymentToken: string };

/**
 * The functions of a card provider's browser scripts that this page needs. All may throw a {@link
 * ProviderScriptError}.
 */
export interface CardDriver {
  setUpFields(fields: Partial<Record<HostedFieldName, HostedField>>): Promise<HostedFields>;
  /** Returns the device fingerprinting id that the authentication needs. */
  startAuthentication(card: CardToAuthenticate): Promise<string>;
  /**
   * Shows the bank's own page over ours. Returns the authentication's id when the reader has finished or cancelled.
   */
  challenge(sdkChallengePayload: string): Promise<string>;
}

/** The functions for the fields of one payment, of a provider whose fields handle card and bank themselves. */
export type FieldsDriver = Pick<CardDriver, 'setUpFields'>;

/** @param fieldToken opens the fields of one payment; the server got it from the provider */
export type OpenFields = (fieldToken: string) => FieldsDriver;

export type LoadCardDriver = (provider: PaymentProvider, currencyCode: string) => Promise<CardDriver>;

/** An error of a wallet's own sheet. The card provider's script, which asks the bank, throws others. */
export class WalletSheetError extends ProviderScriptError {}

/** The code for a script that broke inside. A reload may help. */
export const brokenScriptCode = '9014';
