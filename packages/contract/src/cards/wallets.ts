import { z } from 'zod';
import { call } from '../shared/call.ts';
import { BillingAddressInput } from './cards.ts';
import { Guid, RowNumber } from '../shared/common.ts';
import { Basket, ProcessedPayment } from '../payments/payments.ts';
import { type FileErrors, startsPayment } from '../shared/shared-errors.ts';

const text = (max: number) => z.string().min(1).max(max);

// The wallets' sheets may add fields at any time. Fields that nobody here reads are left out.

/** Google's token alone. It is encrypted for the provider, and nobody else can read it. */
const GooglePayToken = z.object({
  signature: text(2_000),
  protocolVersion: text(20),
  signedMessage: text(20_000),
  intermediateSigningKey: z.object({ signedKey: text(2_000), signatures: z.array(text(2_000)).max(5) }).optional(),
});

/** The complete answer of Google's sheet. */
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
 * Stores the attempt, then has the provider exchange Google's token for its own. Moves no money. The outcome tells the
 * next step (decision P4.21). `challenge`: 3-D Secure, then `payByCard`. `proceed`: `payByCard` at once. `fail`:
 * nothing, and `payment` tells why. Google's token is valid for one of these calls.
 */
export const exchangeGooglePayToken = call({
  name: 'exchangeGooglePayToken',
  summary: "Google Pay: start a payment and exchange the wallet's token for a single-use token",
  method: 'POST',
  path: 'paysafe/google-pay/single-use-token',
  access: 'payer',
  accountIn: 'body.accountGuid',
  recentSignIn: true,
  permissions: ['invoicingEnabled'],
  idempotent: true,
  body: Basket.extend({
    paymentChannel: z.literal('GooglePay'),
    /**
     * The sheet's description of the card, such as `Visa •••• 1091`. It serves the caller's log; the server ignores
     * it.
     */
    paymentMethod: z.string().max(200).default(''),
    googlePayPaymentToken: z.union([GooglePayData, GooglePayToken]),
    /** The site of the orders. */
    siteId: RowNumber,
  }),
  answer: z.object({
    isSuccessful: z.boolean(),
    outcome: z.enum(['proceed', 'challenge', 'fail']),
    payment: ProcessedPayment,
    /** Null if the provider did not accept the token. */
    googlePayTokenResponse: z
      .object({
        paymentToken: z.string(),
        card: z.object({ cardBin: z.string(), cardType: z.string(), lastDigits: z.string() }),
      })
      .nullable(),
  }),
});

/**
 * Asks Apple for the session that lets this browser open the sheet. It is opaque and valid for one sheet and five
 * minutes. NOT_FOUND: the site takes no Apple Pay. INVALID_REQUEST: the address is not Apple's.
 */
export const openApplePaySession = call({
  name: 'openApplePaySession',
  summary: 'Apple Pay: validate the merchant',
  method: 'POST',
  path: 'payment/apple-pay/session',
  access: 'payer',
  accountIn: 'body.accountGuid',
  recentSignIn: true,
  permissions: ['invoicingEnabled'],
  body: z.strictObject({
    accountGuid: Guid,
    /** The site whose provider holds the merchant. */
    siteId: RowNumber,
    validationUrl: z.url().max(500),
  }),
  answer: z.object({ merchantSession: z.looseObject({}) }),
});

/** The answer of the sheet. It is encrypted for the provider, and nobody else can read it. */
const ApplePayToken = z.object({
  paymentData: z.object({
    version: text(20),
    data: text(20_000),
    signature: text(20_000),
    header: z.object({
      /** Part of the signed data, so it is passed on if Apple sends it. */
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
 * Stores the attempt, has the provider exchange Apple's token for its own, and charges. A declined card is an answer,
 * not an error. A repeat with the same key answers the attempt's current state and never charges again.
 */
export const payByApplePay = call({
  name: 'payByApplePay',
  summary: 'Apple Pay: pay with the wallet’s token',
  method: 'POST',
  path: 'payment/apple-pay',
  access: 'payer',
  accountIn: 'body.accountGuid',
  recentSignIn: true,
  permissions: ['invoicingEnabled'],
  idempotent: true,
  body: Basket.extend({
    token: ApplePayToken,
    /** The site of the orders. */
    siteId: RowNumber,
    /** The billing address from the sheet, if it is complete. */
    address: BillingAddressInput.optional(),
  }),
  answer: ProcessedPayment,
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  calls: {
    exchangeGooglePayToken: startsPayment,
    openApplePaySession: startsPayment,
    payByApplePay: startsPayment,
  },
} as const satisfies FileErrors;
