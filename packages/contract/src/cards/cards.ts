import { z } from 'zod';
import { call } from '../shared/call.ts';
import { AmountShown, Guid } from '../shared/common.ts';
import { Basket, MerchantRefNumber, ProcessedPayment, ProviderKey } from '../payments/payments.ts';
import { asksVault, continuesPayment, type FileErrors, startsPayment } from '../shared/shared-errors.ts';

/** A billing address. `state` holds the code if the country has states, else free text. */
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

/** Maximum numbers of characters, those of the provider's vault. */
export const addressLimits = { address1: 50, address2: 50, town: 40, state: 40, postcode: 10, nickName: 50 } as const;

/** Maximum number of characters of a card holder's name. */
export const longestHolderName = 100;

/**
 * Fields that a caller may send along with an address, as a profile shows it. `county` is another name of `state`. The
 * path names the address, so its id is ignored.
 */
export const shownWithAddress = {
  id: z.string().max(100).optional(),
  county: z.string().trim().max(addressLimits.state).optional(),
};

/** Puts a county in the place of the state, and leaves the id out. */
export function withState<A extends { id?: string | undefined; county?: string | undefined; state: string }>({
  id: _,
  county = '',
  ...address
}: A): Omit<A, 'id' | 'county'> {
  return { ...address, state: address.state || county };
}

/**
 * A billing address as typed at checkout. Four fields are required, and `state` if the country has states
 * (CARD-11).
 */
export const BillingAddressInput = z
  .strictObject({
    nickName: z.string().trim().max(addressLimits.nickName).default(''),
    address1: z.string().trim().min(1).max(addressLimits.address1),
    address2: z.string().trim().max(addressLimits.address2).default(''),
    town: z.string().trim().min(1).max(addressLimits.town),
    state: z.string().trim().max(addressLimits.state).default(''),
    postcode: z.string().trim().min(1).max(addressLimits.postcode),
    country: z.string().length(2),
    /** Ignored: a payment changes no stored address. */
    isDefault: z.boolean().optional(),
    ...shownWithAddress,
  })
  .transform(({ isDefault: _, ...address }) => withState(address));
export type BillingAddressInput = z.output<typeof BillingAddressInput>;

/**
 * A card in the vault. Its `paymentToken` is sent only with a payment that starts with it, never with the profile
 * (decision P3.9).
 */
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
  /** True after the last day of its month in the site's time zone. */
  hasExpired: z.boolean(),
});
export type StoredCard = z.output<typeof StoredCard>;

export const CardVaultProfile = z.object({
  id: z.string(),
  /** Sorted: the default first, expired ones last. */
  cards: z.array(StoredCard),
  addresses: z.array(BillingAddress),
});
export type CardVaultProfile = z.output<typeof CardVaultProfile>;

export const getCardVaultProfile = call({
  name: 'getCardVaultProfile',
  summary: "Get the account's stored cards and billing addresses; null if no card was ever stored",
  method: 'GET',
  path: 'paysafe/profile/by-guid/:guid',
  access: 'account',
  accountIn: 'params.guid',
  permissions: ['invoicingEnabled'],
  params: z.object({ guid: Guid }),
  answer: z.object({ profile: CardVaultProfile.nullable() }),
});

/**
 * The tokens that the provider's script needs to turn a stored card and its security code into a token, once, for
 * one payment.
 */
export const StoredCardTokens = z.object({
  /** Names the customer at the provider. */
  singleUseCustomerToken: z.string(),
  /** Names the card at the provider. */
  paymentToken: z.string(),
});
export type StoredCardTokens = z.output<typeof StoredCardTokens>;

/**
 * Stores the attempt. Moves no money and does not hold the orders yet. Calls the provider only if a stored card is to
 * pay: it asks for the single-use tokens, again each time that the start is repeated. PAYMENT_IN_PROGRESS has
 * `meta.merchantRefNumber` if the attempt is the caller's own. CARD_NOT_STORED: the account
 * doesn't have the card.
 */
export const createCardPayment = call({
  name: 'createCardPayment',
  summary: 'Start a card payment',
  method: 'POST',
  path: 'paysafe/create-payment',
  access: 'payer',
  accountIn: 'body.accountGuid',
  recentSignIn: true,
  permissions: ['invoicingEnabled'],
  idempotent: true,
  body: Basket.extend({
    paymentChannel: z.enum(['Card', 'VaultedCard']),
    /** The id of the stored card. Required with `VaultedCard`. */
    cardId: z.string().min(1).max(100).optional(),
    /** The card vault that the customer chose. Default: the one that keeps the site's cards. */
    providerKey: ProviderKey.optional(),
  }),
  answer: ProcessedPayment.extend({
    /** Null for a new card, and for a payment that no longer waits for a card. */
    storedCard: StoredCardTokens.nullable(),
  }),
});

/**
 * Facts about the reader's browser that the issuing bank uses to decide. The server adds the IP address and user
 * agent that it sees.
 */
export const BrowserDetails = z.strictObject({
  javaEnabled: z.boolean(),
  javascriptEnabled: z.boolean(),
  language: z.string().max(35),
  colorDepthBits: z.enum(['1', '4', '8', '15', '16', '24', '32', '48']),
  screenHeight: z.number().int().nonnegative(),
  screenWidth: z.number().int().nonnegative(),
  timezoneOffset: z.number().int(),
});

/** The answer of 3-D Secure, and the next step by the table of CARD-5. */
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
 * Asks the issuing bank to authenticate the customer. The token is single-use and comes from the provider's frame.
 * A security code sent here is refused with RAW_CARD_DATA (decision P3.9).
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
    /**
     * Without them the bank gets only what the request's headers tell about the browser, and challenges its
     * customer more often.
     */
    browserDetails: BrowserDetails.optional(),
  }),
  answer: ThreeDSecureAnswer,
});

/** Reads the result of a challenge from the provider itself and trusts nothing that the browser says. */
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
 * Charges. Needs an attempt whose 3-D Secure outcome is `proceed`. A declined card is an answer, not an error. A
 * repeat for the same attempt answers its current state and never charges again.
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
  body: Basket.omit({ partialAmounts: true }).extend({
    /** The orders that the attempt pays. */
    orderIds: Basket.shape.orderIds,
    /** The attempt's amount. */
    amount: Basket.shape.amount,
    /** May be left out: `token` then names the attempt whose bank was asked about it. */
    merchantRefNumber: MerchantRefNumber.optional(),
    /** The single-use token that was authenticated. */
    token: z.string().min(1).max(100),
    holderName: z.string().trim().min(1).max(100),
    nickName: z.string().trim().max(50).default(''),
    /** A new address. `billingAddressId` names one of the profile instead. */
    address: BillingAddressInput.optional(),
    billingAddressId: z.string().max(100).optional(),
    paymentChannel: z.enum(['Card', 'VaultedCard', 'GooglePay']),
    isVaultCard: z.boolean().default(false),
    /** Keeps the card in the provider's vault after the payment. */
    rememberCard: z.boolean().default(false),
    cvv: z.string().optional(),
    /** A hint for the log. The server decides by its own record. */
    threeDsResponse: z.looseObject({}).optional(),
  }),
  answer: ProcessedPayment,
});

/** Reports a failure in the browser. It is a hint: it can't turn a payment that was sent into a declined one. */
export const reportFailedCardPayment = call({
  name: 'reportFailedCardPayment',
  summary: 'Report that the browser could not continue a payment',
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

/** A card that the provider still keeps but that can't pay any more (decision C2.40). */
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
  /**
   * `expired`: past its expiry date. `no-sca`: its bank requires a check that it never had. `migrated`: it came
   * from another system.
   */
  reason: z.enum(['expired', 'no-sca', 'migrated']),
});
export type IneligibleCard = z.output<typeof IneligibleCard>;

export const listIneligibleCards = call({
  name: 'listIneligibleCards',
  summary: "List the account's stored cards that can no longer pay",
  method: 'GET',
  path: 'portal/account/:guid/ineligible-cards',
  access: 'account',
  accountIn: 'params.guid',
  permissions: ['invoicingEnabled'],
  feature: 'ineligible-vaulted-cards',
  params: z.object({ guid: Guid }),
  answer: z.object({ cards: z.array(IneligibleCard) }),
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  codes: {
    CARD_REFUSED: 409,
    CARD_NOT_STORED: 409,
    ADDRESS_NOT_STORED: 409,
  },
  calls: {
    createCardPayment: ['CARD_NOT_STORED', ...startsPayment],
    authenticateCard: continuesPayment,
    lookUpCardAuthentication: continuesPayment,
    payByCard: ['ADDRESS_NOT_STORED', ...continuesPayment],
    reportFailedCardPayment: continuesPayment,
    getCardVaultProfile: asksVault,
  },
} as const satisfies FileErrors;
