import type { DecimalPlaces } from '@quayside/contract/shared/money.ts';
import type { Refusal } from './payment-attempt.ts';

/** A wallet's card, as the provider knows it for one payment. */
export interface WalletCard {
  /** Single use, the provider's own. */
  paymentToken: string;
  /** True for a card on file: its bank has to be asked about its customer. Otherwise the wallet has proven who pays. */
  asksBank: boolean;
}

/** Google's card, with the details by which a browser asks its bank. */
export interface GoogleCard extends WalletCard {
  cardBin: string;
  lastDigits: string;
  /** The provider's code, such as VI or MC. */
  cardType: string;
}

export type WalletExchange<Card extends WalletCard = WalletCard> =
  | { kind: 'card'; card: Card }
  | { kind: 'declined'; refusal: Refusal }
  /** It is unknown if the wallet's token is spent. No money moved. */
  | { kind: 'unavailable'; reason: string };

/** The browser's result of Google's sheet: the whole of its PaymentData, or the token in it. */
export type GooglePayToken = Record<string, unknown>;

/** Google's sheet takes an amount with two decimals at most (`totalPrice`), in every currency. */
export const googlePayTakes = (places: DecimalPlaces): boolean => places <= 2;

export interface GooglePay {
  /** Exchanges Google's token for the provider's own. Google's is good for one exchange. */
  readonly exchange: (token: GooglePayToken) => Promise<WalletExchange<GoogleCard>>;
}

/** The browser's result of Apple's sheet. */
export interface ApplePayToken {
  paymentData: Record<string, unknown>;
  paymentMethod: Record<string, unknown>;
  transactionIdentifier: string;
}

/** The request to Apple before its sheet opens. */
export interface SessionRequest {
  /** The address that Apple's script names. */
  validationUrl: string;
  /** The marina's name on the sheet. */
  displayName: string;
  /** The portal's host, as registered with Apple. */
  domain: string;
}

export type SessionOpening =
  | { kind: 'opened'; session: Record<string, unknown> }
  /** The address is not one of Apple's. Nothing was sent. */
  | { kind: 'foreign' }
  | { kind: 'unavailable'; reason: string };

export interface ApplePay {
  /** Exchanges Apple's token for the provider's own. Apple's is good for one exchange. */
  readonly exchange: (token: ApplePayToken) => Promise<WalletExchange>;
  /** Asks Apple, as the marina that its certificate proves, for the session that lets one browser open the sheet. */
  readonly openSession: (request: SessionRequest) => Promise<SessionOpening>;
  /** The content that Apple looks for at the portal's host before it allows Apple Pay. */
  readonly domainAssociation: string;
}

/** Wallets whose tokens the provider accepts as cards. */
export interface Wallets {
  readonly googlePay?: GooglePay;
  readonly applePay?: ApplePay;
  /** The origins of their scripts, sheets and calls, for the CSP of the pages that offer them. */
  readonly browserOrigins: readonly string[];
  /** The origins of the pictures on their buttons alone. */
  readonly imageOrigins: readonly string[];
}
