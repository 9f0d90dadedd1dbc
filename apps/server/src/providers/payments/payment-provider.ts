import type { BillingAddress, BillingAddressInput, BrowserDetails, StoredCard } from '@quayside/contract/cards.ts';
import type { AccountField } from '@quayside/contract/account-fields.ts';
import type { DecimalPlaces } from '@quayside/contract/money.ts';
import type { PaymentProvider as PublicProvider } from '@quayside/contract/payments.ts';
import type { z } from 'zod';

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

/** Why a provider does not take the money: its own code, and its text for the customer where it has one. */
export interface Refusal {
  code: string;
  message: string | null;
}

/** Our code of a refusal whose reason is in our settings: wrong keys, or an account that the provider doesn't know. */
export const configurationCode = 'PROVIDER_CONFIGURATION';

/** What came of asking a bank about its customer. */
export interface CardAuthentication {
  id: string;
  status: string;
  /** 1 or 2 */
  version: number;
  enrollment: string | null;
  result: string | null;
  /** What the charge has to carry, in the provider's own form. */
  proof: Record<string, unknown>;
}

/** What a customer has to do, or may do, before the charge. Moves no money. */
export type PaymentStep =
  | { kind: 'ready'; authentication: CardAuthentication }
  | { kind: 'challenge'; authentication: CardAuthentication; payload: string }
  | { kind: 'declined'; authentication: CardAuthentication | null; refusal: Refusal }
  | { kind: 'unavailable'; reason: string };

/** Money that a provider has taken. */
export interface Charge {
  providerPaymentId: string;
  /** null: the provider doesn't say. */
  chargedAt: Date | null;
  /** Such as `**** 1234`. */
  maskedCardNumber: string | null;
  cardType: string | null;
}

/**
 * What a provider knows about an attempt.
 * DANGER: `declined` and `absent` say that no money was taken. Whatever is not certain is `unknown`.
 */
export type ProviderStatus =
  | { kind: 'approved'; charge: Charge /** Further charges under the same reference. */; surplusIds: string[] }
  | { kind: 'declined'; refusal: Refusal; providerPaymentId: string | null }
  | { kind: 'pending' | 'held'; providerPaymentId: string; reason: string | null }
  /** The customer is on the provider's page, or may still go there. */
  | { kind: 'open' }
  /** The customer agreed on the provider's page, and waits to be charged. */
  | { kind: 'agreed' }
  /** The page is over, given up or out of time, and nothing was taken. */
  | { kind: 'closed' }
  | { kind: 'absent' }
  | { kind: 'unknown'; reason: string };

/**
 * What became of money since a provider took it. `reversed`: a bank or the provider has taken it back for good;
 * `disputed`: somebody wants that, and it isn't decided.
 */
export type Aftermath =
  | { kind: 'known' /** Given back by the marina, in minor units. */; refundedMinor: number; claim: Claim }
  | { kind: 'unknown'; reason: string };
export type Claim = 'none' | 'disputed' | 'reversed';

export interface StartInput {
  /** Unique per authentication: `<merchantRefNumber>-3ds-<n>`. */
  reference: string;
  /** Single use, from the provider's own frame. */
  paymentToken: string;
  deviceFingerprintingId: string;
  merchant: { name: string; url: string };
  profile: { email?: string | undefined; phone?: string | undefined; cellPhone?: string | undefined };
  browser: z.output<typeof BrowserDetails> & { userAgent: string; accept: string; ip: string };
}

export interface ResumeInput {
  authenticationId: string;
  /** The one it was started with. */
  reference: string;
}

/** Version 1 of 3-D Secure knows nothing of the device, and shows the bank's page by a form of ours. */
export type EnrollInput = Pick<StartInput, 'reference' | 'paymentToken' | 'merchant'> & {
  browser: Pick<StartInput['browser'], 'userAgent' | 'accept' | 'ip'>;
};

export type EnrollmentStep =
  | Exclude<PaymentStep, { kind: 'challenge' }>
  | { kind: 'challenge'; authentication: CardAuthentication; acsUrl: string; paReq: string };

/** What the bank's page gave back. */
export interface FinishInput {
  enrollmentId: string;
  /** Another than the enrolment's. */
  reference: string;
  paRes: string;
}

/** 3-D Secure 1, which the schemes have ended: for merchants whose test systems are still on it. */
export interface Version1 {
  /** Of the banks' pages; a page elsewhere is not opened. */
  readonly bankOrigins: readonly string[];
  enroll(attempt: PaymentAttempt, input: EnrollInput): Promise<EnrollmentStep>;
  /** Asks the provider what the bank's answer is worth. */
  finish(attempt: PaymentAttempt, input: FinishInput): Promise<Exclude<PaymentStep, { kind: 'challenge' }>>;
}

export interface ChargeInput {
  /** Single use: the one that was authenticated. */
  paymentToken: string;
  proof: Record<string, unknown>;
  payer: { firstName: string; lastName: string; email: string };
  billing: BillingAddressInput | null;
  ip: string;
}

/** A customer as a vault of cards knows one. */
export interface VaultCustomer {
  /** Ours, unique in the provider's account. */
  customerId: string;
  /** Such as `en-GB`. */
  language: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  cellPhone: string;
}

export interface VaultProfile {
  id: string;
  /** Whether a card has expired is for the site's calendar to say. */
  cards: Omit<StoredCard, 'hasExpired'>[];
  addresses: BillingAddress[];
}

export interface CardToKeep {
  /** Single use. It may have paid, but it has not been kept before. */
  singleUseToken: string;
  holderName: string;
  nickName: string;
  billing: BillingAddressInput | null;
  /** An address that the profile has already. */
  billingAddressId: string | null;
}

/** What is kept of a card beside what the provider read from it. */
export type CardChanges = Partial<Pick<StoredCard, 'holderName' | 'nickName' | 'billingAddressId'>> & {
  /** Becomes the default one; another stops being it. */
  isDefault?: true;
};

/** An address to keep: which one is the default is the profile's to say. */
export type AddressToKeep = BillingAddressInput & Pick<BillingAddress, 'isDefault'>;

/** What a bank said about the holder of a card that was typed into the provider's frames. */
export interface TokenAuthentication {
  version: number;
  cardType: string | null;
  enrollment: string | null;
  result: string | null;
}

/** Cards that stay with the provider. Its members throw ProviderFault where the provider does not do what is asked. */
export interface CardVault {
  /** The customer's profile, made where there is none. @returns its id */
  ensureProfile(customer: VaultCustomer): Promise<string>;
  /** null: the provider has no such profile any more. */
  readProfile(profileId: string): Promise<VaultProfile | null>;
  /** Keeps a card and its address. One that is kept already stays as it is. */
  keepCard(profileId: string, card: CardToKeep): Promise<{ cardId: string; wasKept: boolean }>;
  /** Whatever is not named stays. */
  changeCard(profileId: string, cardId: string, changes: CardChanges): Promise<void>;
  /** One that is not there any more is as if it were removed now. */
  removeCard(profileId: string, cardId: string): Promise<void>;
  /** @returns its id; where the answer was lost, of the same address that the profile has got meanwhile */
  addAddress(profileId: string, address: AddressToKeep): Promise<string>;
  changeAddress(profileId: string, addressId: string, address: AddressToKeep): Promise<void>;
  removeAddress(profileId: string, addressId: string): Promise<void>;
  /** Whether the bank recognised its customer when a single-use token was made; null where nobody asked it. */
  readAuthentication(singleUseToken: string): Promise<TokenAuthentication | null>;
}

/** What a provider is told that has a page of its own for its customers. */
export interface PageInput {
  /** What is paid, for the customer to read on the page. */
  description: string;
  /** The marina's name. */
  merchantName: string;
  /** Such as `en-GB`. */
  language: string;
  /** Where the page sends who has paid, and who hasn't. */
  returnUrl: string;
  cancelUrl: string;
  /** What is known of the customer; the provider's `requiredFields` are among it. */
  customer: Partial<Record<CustomerField, string>>;
}

/** What of a customer a provider may ask for. */
export type CustomerField = Exclude<AccountField, 'title' | 'address2' | 'county' | 'countyCode'>;

/** The provider's page, or why there is none. `unavailable`: nobody has seen a page, so asking again is safe. */
export type PageStep =
  | { kind: 'page'; url: string; providerReference: string }
  | { kind: 'declined'; refusal: Refusal }
  | { kind: 'unavailable'; reason: string };

/** A page of the provider's own on which the customer pays: from `begin` on money may move without us. */
export interface RedirectPayments {
  /** Without them the provider's page can't be asked for. */
  readonly requiredFields: readonly CustomerField[];
  /** Asks for the page. Asking again under the same reference answers the same page. */
  readonly begin: (attempt: PaymentAttempt, input: PageInput) => Promise<PageStep>;
  /** Makes the page take no more money. What came of that is for `fetchStatus` to say. */
  readonly close?: (attempt: PaymentAttempt) => Promise<void>;
}

/** A page of the provider's own on which the customer agrees; only `capture` takes the money. */
export interface ExpressPayments {
  /** Asks for the page. Asking again under the same reference answers the same page. */
  readonly begin: (attempt: PaymentAttempt, input: PageInput) => Promise<PageStep>;
  /** Takes the money. DANGER: only for an attempt that is stored as `sent`. */
  readonly capture: (attempt: PaymentAttempt) => Promise<ProviderStatus>;
}

/** What a provider tells by itself. Nothing of it is believed but that it is worth asking. */
export interface ProviderEvent {
  /** The provider's, unique. */
  id: string;
  kind: string;
  /** The attempt's; null where it is about none of ours. */
  merchantRefNumber: string | null;
}

/** An event as it came: `body` byte for byte. */
export interface IncomingEvent {
  body: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  now: Date;
}

/** Whether an event is the provider's own. `unavailable`: it can't be found out now, so it should be sent again. */
export type EventReading =
  | { kind: 'genuine'; event: ProviderEvent }
  | { kind: 'forged'; reason: string }
  | { kind: 'unavailable'; reason: string };

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

/** What a browser may know of a provider. */
export type PublicFace = Omit<PublicProvider, 'key' | 'value' | 'paymentImplementation' | 'maxPayment'>;

/**
 * A provider with one merchant's settings: translation between us and its wire, and nothing else. It keeps no state and
 * touches no database. What it can't do it leaves out.
 */
export interface PaymentProvider extends Partial<CardPayments> {
  readonly key: string;
  /** The provider's account that new attempts are made with. */
  readonly account: string;
  /** The longest that taking the money takes. */
  readonly deadlineMs: number;
  readonly face: PublicFace;
  /** Origins that the provider's browser scripts and frames come from, for the page's CSP. */
  readonly browserOrigins: readonly string[];
  /** The most that one payment may be, in major units; null or absent: any amount. A setting of every provider. */
  readonly maxPayment?: number | null;
  /** Asks what became of an attempt. Takes no money, however often it is asked. */
  fetchStatus(attempt: PaymentAttempt): Promise<ProviderStatus>;
  /** Asks what became of money that it took; absent: it doesn't say. @param providerPaymentId of the charge */
  readonly fetchAftermath?: (attempt: PaymentAttempt, providerPaymentId: string) => Promise<Aftermath>;
  /** Whether it takes a currency; absent: any. */
  readonly takesCurrency?: (currency: string, decimalPlaces: DecimalPlaces) => boolean;
  readonly vault?: CardVault;
  readonly components?: CardComponents;
  readonly redirect?: RedirectPayments;
  readonly express?: ExpressPayments;
  /** Verifies before it parses. */
  readonly readEvent?: (event: IncomingEvent) => Promise<EventReading>;
}

/** Of a provider whose cards are typed into its own frames. */
export interface CardPayments {
  /** Begins: asks the bank about the customer. */
  readonly start: (attempt: PaymentAttempt, input: StartInput) => Promise<PaymentStep>;
  /** Goes on after the customer did something elsewhere. Reads what came of it from the provider itself. */
  readonly resume: (attempt: PaymentAttempt, input: ResumeInput) => Promise<PaymentStep>;
  /** Takes the money. DANGER: the only member that does. Only for an attempt that is stored as `sent`. */
  readonly charge: (attempt: PaymentAttempt, input: ChargeInput) => Promise<ProviderStatus>;
  /** Only where the merchant is on it. */
  readonly version1?: Version1;
}

export type CardProvider = PaymentProvider & CardPayments;

/** A provider that Quayside can speak with. */
export interface ProviderKind<Settings = unknown> {
  readonly key: string;
  readonly implementation: 'Component' | 'Api';
  /** What is stored for a site; holds secrets. */
  readonly settings: z.ZodType<Settings>;
  open(settings: Settings): PaymentProvider;
}
