import { z } from 'zod';
import { call } from './call.ts';
import { AmountShown, Guid } from './common.ts';
import { Basket, MerchantRefNumber, ProcessedPayment } from './payments.ts';

/** A billing address. `state` holds the code where the country has states, else free text. */
export const BillingAddress = z.object({
  id: z.string(),
  nickName: z.string(),
  address1: z.string(),
  address2: z.string(),
  town: z.string(),
  state: z.string(),
  postcode: z.string(),
  country: z.string(),
  isDefault: z.boolean(),
});
export type BillingAddress = z.output<typeof BillingAddress>;

/** A billing address as it is typed at checkout: four fields are required, and `state` where the country has states (CARD-11). */
export const BillingAddressInput = z.strictObject({
  nickName: z.string().trim().max(50).default(''),
  address1: z.string().trim().min(1).max(50),
  address2: z.string().trim().max(50).default(''),
  town: z.string().trim().min(1).max(40),
  state: z.string().trim().max(40).default(''),
  postcode: z.string().trim().min(1).max(10),
  country: z.string().length(2),
});
export type BillingAddressInput = z.output<typeof BillingAddressInput>;

/** Its `paymentToken` comes with a payment that is started with it, never with the profile (decision P3.9). */
export const StoredCard = z.object({
  id: z.string(),
  /** The provider's code, such as VI or MC. */
  cardType: z.string(),
  cardBin: z.string(),
  lastDigits: z.string(),
  cardExpiry: z.object({ month: z.number().int(), year: z.number().int() }),
  holderName: z.string(),
  nickName: z.string(),
  billingAddressId: z.string().nullable(),
  defaultCardIndicator: z.boolean(),
  /** After the last day of its month in the site's time zone. */
  hasExpired: z.boolean(),
});
export type StoredCard = z.output<typeof StoredCard>;

export const CardVaultProfile = z.object({
  id: z.string(),
  cards: z.array(StoredCard),
  addresses: z.array(BillingAddress),
});
export type CardVaultProfile = z.output<typeof CardVaultProfile>;

export const getCardVaultProfile = call({
  name: 'getCardVaultProfile',
  summary: "The account's stored cards and billing addresses; null before the first card is kept",
  method: 'GET',
  path: 'paysafe/profile/by-guid/:guid',
  access: 'account',
  accountIn: 'params.guid',
  permissions: ['invoicingEnabled'],
  params: z.object({ guid: Guid }),
  answer: z.object({ profile: CardVaultProfile.nullable() }),
});

/** What the provider's script needs to make a token of a stored card and its security code: for one payment, once. */
export const StoredCardTokens = z.object({
  /** Stands for the customer at the provider. */
  singleUseCustomerToken: z.string(),
  /** Stands for the card. */
  paymentToken: z.string(),
});
export type StoredCardTokens = z.output<typeof StoredCardTokens>;

/**
 * Reserves the orders and stores the attempt. Moves no money, and calls nobody unless a stored card is to pay: then the
 * provider is asked for its single-use tokens, again each time that the start is repeated.
 * Errors: AMOUNT_CHANGED, ORDER_NOT_PAYABLE, PAYMENT_IN_PROGRESS (`meta.merchantRefNumber` where it is the caller's own),
 * IDEMPOTENCY_KEY_REUSED, NOT_FOUND for a card that the account hasn't kept, PROVIDER_UNAVAILABLE.
 */
export const createCardPayment = call({
  name: 'createCardPayment',
  summary: 'Start a card payment',
  method: 'POST',
  path: 'paysafe/create-payment',
  access: 'payer',
  accountIn: 'body.accountGuid',
  permissions: ['invoicingEnabled'],
  idempotent: true,
  body: Basket.extend({
    paymentChannel: z.enum(['Card', 'VaultedCard']),
    /** The stored card, by its id: needed with `VaultedCard`. */
    cardId: z.string().min(1).max(100).optional(),
  }),
  answer: ProcessedPayment.extend({
    /** null for a new card, and for a payment that does not wait for a card any more. */
    storedCard: StoredCardTokens.nullable(),
  }),
});

/** Facts of the reader's browser that the issuing bank judges by. The server adds address and agent as it sees them. */
export const BrowserDetails = z.strictObject({
  javaEnabled: z.boolean(),
  javascriptEnabled: z.boolean(),
  language: z.string().max(35),
  colorDepthBits: z.enum(['1', '4', '8', '15', '16', '24', '32', '48']),
  screenHeight: z.number().int().nonnegative(),
  screenWidth: z.number().int().nonnegative(),
  timezoneOffset: z.number().int(),
});

/** What 3-D Secure says, and what follows by the table of CARD-5. */
export const ThreeDSecureAnswer = z.object({
  id: z.string(),
  status: z.string(),
  /** 1 or 2. */
  version: z.number().int(),
  threeDEnrollment: z.string().nullable(),
  threeDResult: z.string().nullable(),
  sdkChallengePayload: z.string().nullable(),
  outcome: z.enum(['proceed', 'challenge', 'fail']),
  payment: ProcessedPayment,
});
export type ThreeDSecureAnswer = z.output<typeof ThreeDSecureAnswer>;

/**
 * Asks the issuing bank about the customer. The token is single-use and comes from the provider's frame;
 * a security code sent here is refused with RAW_CARD_DATA (decision P3.9).
 */
export const authenticateCard = call({
  name: 'authenticateCard',
  summary: '3-D Secure 2: authenticate',
  method: 'POST',
  path: 'paysafe/3ds/v2/authentications',
  access: 'payer',
  paymentIn: 'body.merchantRefNum',
  permissions: ['invoicingEnabled'],
  body: z.strictObject({
    deviceFingerprintingId: z.string().min(1).max(200),
    merchantRefNum: MerchantRefNumber,
    amount: AmountShown,
    paymentToken: z.string().min(1).max(100),
    cvv: z.string().optional(),
    profile: z
      .strictObject({
        email: z.string().max(254).optional(),
        phone: z.string().max(40).optional(),
        cellPhone: z.string().max(40).optional(),
      })
      .optional(),
    /** Without them the bank is told what the request itself says of the browser, and asks its customer more often. */
    browserDetails: BrowserDetails.optional(),
  }),
  answer: ThreeDSecureAnswer,
});

/** After a challenge: the server reads the result from the provider itself and trusts nothing the browser says. */
export const lookUpCardAuthentication = call({
  name: 'lookUpCardAuthentication',
  summary: '3-D Secure 2: look up the result after a challenge',
  method: 'POST',
  path: 'paysafe/3ds/v2/authentications/lookup',
  access: 'payer',
  paymentIn: 'body.paymentRequest.merchantRefNumber',
  permissions: ['invoicingEnabled'],
  body: z.strictObject({
    authenticationId: z.string().min(1).max(100),
    paymentRequest: z.strictObject({ merchantRefNumber: MerchantRefNumber }),
    cardType: z.string().max(20).optional(),
  }),
  answer: ThreeDSecureAnswer,
});

/**
 * Charges. Needs an attempt whose 3-D Secure outcome is `proceed`. A declined card is an answer, not an error.
 * Repeating it for the same attempt answers what the attempt has come to and never charges again.
 */
export const payByCard = call({
  name: 'payByCard',
  summary: 'Pay with an authenticated card token',
  method: 'POST',
  path: 'paysafe/pay',
  access: 'payer',
  paymentIn: 'body.merchantRefNumber',
  accountIn: 'body.accountGuid',
  permissions: ['invoicingEnabled'],
  body: Basket.extend({
    /** May be left out where exactly one attempt of the payer's for these orders is authenticated. */
    merchantRefNumber: MerchantRefNumber.optional(),
    /** The single-use token that was authenticated. */
    token: z.string().min(1).max(100),
    holderName: z.string().trim().min(1).max(100),
    nickName: z.string().trim().max(50).default(''),
    /** A new address, or the id of one of the profile's. */
    address: BillingAddressInput.optional(),
    billingAddressId: z.string().max(100).optional(),
    paymentChannel: z.enum(['Card', 'VaultedCard', 'GooglePay']),
    isVaultCard: z.boolean().default(false),
    /** Keep the card in the provider's vault after the payment. */
    rememberCard: z.boolean().default(false),
    cvv: z.string().optional(),
    /** A hint for the log; the server decides by its own record. */
    threeDsResponse: z.looseObject({}).optional(),
  }),
  answer: ProcessedPayment,
});

/** A hint from the browser. It can't turn a payment that was sent into a declined one. */
export const reportFailedCardPayment = call({
  name: 'reportFailedCardPayment',
  summary: 'Report that the browser could not go on with a payment',
  method: 'POST',
  path: 'paysafe/payment/failed',
  access: 'payer',
  paymentIn: 'body.merchantRef',
  permissions: ['invoicingEnabled'],
  body: z.strictObject({
    merchantRef: MerchantRefNumber,
    errorCode: z.string().max(100),
    errorMessage: z.string().max(1000),
    transactionRef: z.string().max(200).default(''),
  }),
  answer: ProcessedPayment,
});

/** A card that the provider keeps and that can't pay any more (decision C2.40). */
export const IneligibleCard = z.object({
  id: z.number().int(),
  /** The payment provider's key. */
  provider: z.string(),
  /** The provider's code, such as VI or MC. */
  cardType: z.string(),
  lastDigits: z.string(),
  cardExpiry: z.object({ month: z.number().int(), year: z.number().int() }),
  holderName: z.string(),
  nickName: z.string(),
  /** Its date is over; its bank wants a check that it never had; it came from another system. */
  reason: z.enum(['expired', 'no-sca', 'migrated']),
});
export type IneligibleCard = z.output<typeof IneligibleCard>;

export const listIneligibleCards = call({
  name: 'listIneligibleCards',
  summary: "The account's stored cards that can't pay any more",
  method: 'GET',
  path: 'portal/account/:guid/ineligible-cards',
  access: 'account',
  accountIn: 'params.guid',
  permissions: ['invoicingEnabled'],
  feature: 'ineligible-vaulted-cards',
  params: z.object({ guid: Guid }),
  answer: z.object({ cards: z.array(IneligibleCard) }),
});
