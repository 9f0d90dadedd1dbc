import type { StoredCardTokens } from '@quayside/contract/cards.ts';
import type { PaymentProvider } from '@quayside/contract/payments.ts';

/** What a customer is told of a script's error: in our words, whatever the provider says. */
export type ScriptErrorReason = 'connection' | 'details' | 'busy' | 'notRecognised' | 'notSetUp' | 'other';

/** What a provider's own browser script says went wrong. */
export class ProviderScriptError extends Error {
  readonly code: string;
  /** The provider's text: for the log and for reports, never for customers. */
  readonly providerMessage: string;
  readonly reason: ScriptErrorReason;

  constructor(
    code: string,
    providerMessage: string,
    { reason = 'other', ...options }: ErrorOptions & { reason?: ScriptErrorReason } = {},
  ) {
    super(`${code} ${providerMessage}`, options);
    this.name = 'ProviderScriptError';
    this.code = code;
    this.providerMessage = providerMessage;
    this.reason = reason;
  }
}

export type HostedFieldName = 'cardNumber' | 'expiryDate' | 'cvv';

/** A field that lives in a frame of the provider's origin: what is typed there never reaches this page. */
export interface HostedField {
  /** Selector of the element that receives the frame. */
  selector: string;
  placeholder: string;
  /** What a screen reader calls it. */
  label: string;
  /** It may stay empty: of a stored card only the security code is typed. */
  isOptional: boolean;
}

export interface TokenRequest {
  holderName: string;
  billingAddress?: BillingAddressOfCard | undefined;
  /** Of the stored card that the security code belongs to; else number and expiry are needed. */
  storedCard?: StoredCardTokens | undefined;
  /** Lets the bank recognise its customer before the card is kept; no money moves. Its page may come over ours. */
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
  /** A single-use token of what was typed. @throws {ProviderScriptError} */
  tokenize(request: TokenRequest): Promise<string>;
  /** Leads the keyboard to a field: into it, or to its frame, where the provider lets nobody put the cursor. */
  focus(field: HostedFieldName): void;
  /** Tells whenever a field is entered, left, or typed into. */
  onChange(listener: (field: HostedFieldName, change: HostedFieldChange) => void): void;
}

/** What a frame tells about its field: never what was typed. What an event says nothing about is absent. */
export interface HostedFieldChange {
  isValid?: boolean;
  isEmpty?: boolean;
  hasFocus?: boolean;
}

/** The card by which the issuing bank is found. */
export type CardToAuthenticate = { cardBin: string } | { paymentToken: string };

/** What this page needs of a card provider's browser scripts. All of it may throw a {@link ProviderScriptError}. */
export interface CardDriver {
  setUpFields(fields: Partial<Record<HostedFieldName, HostedField>>): Promise<HostedFields>;
  /** Answers the device fingerprinting id that the authentication needs. */
  startAuthentication(card: CardToAuthenticate): Promise<string>;
  /** Shows the bank's own page over ours, and answers the authentication's id when its reader is done or gave up. */
  challenge(sdkChallengePayload: string): Promise<string>;
}

/** What the fields of one payment need of a provider whose fields see to card and bank by themselves. */
export type FieldsDriver = Pick<CardDriver, 'setUpFields'>;

/** @param fieldToken opens the fields of one payment, as the server got it from the provider */
export type OpenFields = (fieldToken: string) => FieldsDriver;

export type LoadCardDriver = (provider: PaymentProvider, currencyCode: string) => Promise<CardDriver>;

/** The provider's script broke inside: a reload may help. */
export const brokenScriptCode = '9014';
