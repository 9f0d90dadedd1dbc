import { z } from 'zod';
import { call } from './call.ts';
import { BillingAddressInput } from './cards.ts';
import { Guid } from './common.ts';
import { Basket, ProcessedPayment } from './payments.ts';

const text = (max: number) => z.string().min(1).max(max);

// What the wallets' sheets give may hold more tomorrow than today: fields that nobody here reads are left out.

/** Google's token by itself: sealed for the provider, nobody else can read it. */
const GooglePayToken = z.object({
  signature: text(2_000),
  protocolVersion: text(20),
  signedMessage: text(20_000),
  intermediateSigningKey: z.object({ signedKey: text(2_000), signatures: z.array(text(2_000)).max(5) }).optional(),
});

/** The whole of what Google's sheet gave. */
const GooglePayData = z.object({
  apiVersion: z.literal(2),
  apiVersionMinor: z.number().int().min(0),
  email: z.string().max(254).optional(),
  paymentMethodData: z.object({
    type: z.literal('CARD'),
    description: z.string().max(200).optional(),
    info: z.looseObject({}).optional(),
    tokenizationData: z.object({ type: z.literal('PAYMENT_GATEWAY'), token: text(30_000) }),
  }),
});

/**
 * Stores the attempt, then has the provider change Google's token into its own. Moves no money. What follows is the
 * outcome (decision P4.21): `challenge`, then 3-D Secure and `payByCard`; `proceed`, then `payByCard` at once; `fail`, then
 * nothing, and `payment` says why. Google's token is good for one of these calls.
 * Errors: AMOUNT_CHANGED, ORDER_NOT_PAYABLE, PAYMENT_IN_PROGRESS, IDEMPOTENCY_KEY_REUSED.
 */
export const exchangeGooglePayToken = call({
  name: 'exchangeGooglePayToken',
  summary: 'Google Pay: start a payment and change the wallet’s token into a single-use token',
  method: 'POST',
  path: 'paysafe/google-pay/single-use-token',
  access: 'payer',
  accountIn: 'body.accountGuid',
  permissions: ['invoicingEnabled'],
  idempotent: true,
  body: Basket.extend({
    paymentChannel: z.literal('GooglePay'),
    /** What the sheet says of the card, such as `Visa •••• 1091`: for the log of whoever asks, not for the server. */
    paymentMethod: z.string().max(200).default(''),
    googlePayPaymentToken: z.union([GooglePayData, GooglePayToken]),
    /** Of the orders. */
    siteId: z.number().int().positive(),
  }),
  answer: z.object({
    isSuccessful: z.boolean(),
    outcome: z.enum(['proceed', 'challenge', 'fail']),
    payment: ProcessedPayment,
    /** null where the provider did not take the token. */
    googlePayTokenResponse: z
      .object({
        paymentToken: z.string(),
        card: z.object({ cardBin: z.string(), cardType: z.string(), lastDigits: z.string() }),
      })
      .nullable(),
  }),
});

/**
 * Asks Apple for what lets this browser open the sheet: opaque, good for one sheet and five minutes.
 * Errors: NOT_FOUND where the site takes no Apple Pay, INVALID_REQUEST for an address that is none of Apple's,
 * PROVIDER_UNAVAILABLE.
 */
export const openApplePaySession = call({
  name: 'openApplePaySession',
  summary: 'Apple Pay: validate the merchant',
  method: 'POST',
  path: 'payment/apple-pay/session',
  access: 'payer',
  accountIn: 'body.accountGuid',
  permissions: ['invoicingEnabled'],
  body: z.strictObject({
    accountGuid: Guid,
    /** Whose provider's merchant. */
    siteId: z.number().int().positive(),
    validationUrl: z.url().max(500),
  }),
  answer: z.object({ merchantSession: z.looseObject({}) }),
});

/** What the sheet gave: sealed for the provider, nobody else can read it. */
const ApplePayToken = z.object({
  paymentData: z.object({
    version: text(20),
    data: text(20_000),
    signature: text(20_000),
    header: z.object({
      /** Signed with the rest, so it goes on where Apple sends it. */
      applicationData: text(2_000).optional(),
      ephemeralPublicKey: text(1_000),
      publicKeyHash: text(200),
      transactionId: text(200),
    }),
  }),
  paymentMethod: z.object({
    displayName: z.string().max(100).optional(),
    network: z.string().max(40).optional(),
    /** `debit`, `credit`, `prepaid`, `store`, … */
    type: z.string().max(40).optional(),
  }),
  transactionIdentifier: text(200),
});

/**
 * Stores the attempt, has the provider change Apple's token into its own, and charges. A declined card is an answer, not
 * an error. Repeating it under its key answers what the attempt has come to and never charges again.
 * Errors: AMOUNT_CHANGED, ORDER_NOT_PAYABLE, PAYMENT_IN_PROGRESS, IDEMPOTENCY_KEY_REUSED.
 */
export const payByApplePay = call({
  name: 'payByApplePay',
  summary: 'Apple Pay: pay with the wallet’s token',
  method: 'POST',
  path: 'payment/apple-pay',
  access: 'payer',
  accountIn: 'body.accountGuid',
  permissions: ['invoicingEnabled'],
  idempotent: true,
  body: Basket.extend({
    token: ApplePayToken,
    /** Of the orders. */
    siteId: z.number().int().positive(),
    /** The billing address that the sheet gave, where it is whole. */
    address: BillingAddressInput.optional(),
  }),
  answer: ProcessedPayment,
});
