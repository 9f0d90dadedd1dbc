import type { Refusal } from './payment-attempt.ts';

/** A card that came by a wallet, as the provider knows it for one payment. */
export interface WalletCard {
  /** Single use, the provider's own. */
  paymentToken: string;
  cardBin: string;
  lastDigits: string;
  /** The provider's code, such as VI or MC. */
  cardType: string;
  /** A card on file: its bank has to be asked about its customer. Else the wallet has proven who pays. */
  asksBank: boolean;
}

export type WalletExchange =
  | { kind: 'card'; card: WalletCard }
  | { kind: 'declined'; refusal: Refusal }
  /** Nobody knows whether the wallet's token is spent. No money moved. */
  | { kind: 'unavailable'; reason: string };

/** What the browser got from Google's sheet: the whole of its PaymentData, or the token in it. */
export type GooglePayToken = Record<string, unknown>;

export interface GooglePay {
  /** Changes Google's token into the provider's own. Google's is good for one exchange. */
  readonly exchange: (token: GooglePayToken) => Promise<WalletExchange>;
}

/** What the browser got from Apple's sheet. */
export interface ApplePayToken {
  paymentData: Record<string, unknown>;
  paymentMethod: Record<string, unknown>;
  transactionIdentifier: string;
}

/** What Apple is asked before its sheet opens. */
export interface SessionRequest {
  /** Where Apple's script says that it is to be asked. */
  validationUrl: string;
  /** As the sheet calls the marina. */
  displayName: string;
  /** The portal's host, as registered with Apple. */
  domain: string;
}

export type SessionOpening =
  | { kind: 'opened'; session: Record<string, unknown> }
  /** The address is none of Apple's. Nothing was asked. */
  | { kind: 'foreign' }
  | { kind: 'unavailable'; reason: string };

export interface ApplePay {
  /** Changes Apple's token into the provider's own. Apple's is good for one exchange. */
  readonly exchange: (token: ApplePayToken) => Promise<WalletExchange>;
  /** Asks Apple, as the marina that its certificate proves, for what lets one browser open the sheet. */
  readonly openSession: (request: SessionRequest) => Promise<SessionOpening>;
  /** What Apple looks for at the portal's host before it lets it take Apple Pay. */
  readonly domainAssociation: string;
}

/** Wallets whose tokens the provider takes as cards. */
export interface Wallets {
  readonly googlePay?: GooglePay;
  readonly applePay?: ApplePay;
  /** Origins that their scripts and sheets come from and call, for the CSP of the pages that offer them. */
  readonly browserOrigins: readonly string[];
  /** Origins of pictures on their buttons alone. */
  readonly imageOrigins: readonly string[];
}
