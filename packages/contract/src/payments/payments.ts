import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Amount, AmountShown, Guid, Instant, RowNumber, RunningNumber } from '../shared/common.ts';
import { continuesPayment, type FileErrors } from '../shared/shared-errors.ts';

/**
 * The specified statuses and those of decision P3.8. If a provider's answer is unknown, the status is Incomplete,
 * never Declined.
 */
export const PaymentStatus = z.enum([
  'Completed',
  'Declined',
  'Incomplete',
  'Cancelled',
  'Pending',
  'Refunded',
  'PartRefunded',
  'Disputed',
]);
export type PaymentStatus = z.output<typeof PaymentStatus>;

/** The channel of payments by an express provider. The specification names it after the best known one. */
export const expressChannel = 'PayPal';

export const PaymentChannel = z.enum([
  ...(['Card', 'VaultedCard', 'GooglePay', 'ApplePay'] as const),
  ...([expressChannel, 'Redirect', 'None'] as const),
]);
export type PaymentChannel = z.output<typeof PaymentChannel>;

/** Checks if a payment by this channel is made on the provider's own page, without our card fields. */
export const isOnPage = (channel: string): boolean => channel === expressChannel || channel === 'Redirect';

/** Our reference of one payment attempt. It is never reused. */
export const MerchantRefNumber = z.string().regex(/^[A-Za-z0-9-]{8,64}$/);

/**
 * The progress of an attempt. `unsent`: nothing was sent to a bank or provider to charge. `onPage`: the customer
 * may pay on the provider's page. `sent`: the provider may have the money, or decides now. `over`: it ended, paid
 * or not.
 */
export const PaymentProgress = z.enum(['unsent', 'onPage', 'sent', 'over']);
export type PaymentProgress = z.output<typeof PaymentProgress>;

/** The current state of a payment attempt, with everything that the confirmation panel shows. */
export const ProcessedPayment = z.object({
  paymentId: z.number().int(),
  /** The attempt's reference in every message to a provider. */
  merchantRefNumber: MerchantRefNumber,
  /** The reference that people see and quote to the marina. */
  reference: z.string(),
  paymentStatus: PaymentStatus,
  /** The card provider's status. Null until it is known. */
  cardPaymentStatus: z.enum(['COMPLETED', 'FAILED']).nullable(),
  errorCode: z.string().nullable(),
  /** Plain text in the caller's language. For a page that is still open, it tells why the last try was refused. */
  errorDescription: z.string().nullable(),
  /** True if that text says that nothing was charged. A provider's text doesn't. */
  saysUncharged: z.boolean(),
  amount: Amount,
  /** The part of a completed payment that is not allocated to any order. */
  availableAmount: Amount,
  /** The part that was refunded. */
  refundedAmount: Amount,
  /** The part that is in dispute and not decided. */
  disputedAmount: Amount,
  /** The part that a bank or the provider took back. Its orders are owed again. */
  reversedAmount: Amount,
  isoCurrencyCode: z.string(),
  /** The time when the provider took the money. Null before that. */
  transactionDate: Instant.nullable(),
  createdOn: Instant,
  providerKey: z.string(),
  paymentMethod: z.string(),
  paymentChannel: PaymentChannel,
  /** Such as `**** 1234`. */
  maskedCardNumber: z.string().nullable(),
  orders: z.array(
    z.object({
      orderId: z.number().int(),
      /** The order's first line. */
      description: z.string(),
      /** Null until the invoice is issued. */
      invoiceNumber: z.string().nullable(),
      amount: Amount,
    }),
  ),
  accountGuid: Guid,
  /** True if the provider is in test mode. No money moves. */
  isTest: z.boolean(),
  /** True if the card was kept as asked. Null if nobody asked, or the outcome is not known yet. */
  cardSaved: z.boolean().nullable(),
  /** The masked address that gets the receipt automatically, such as `j***@example.com`. Null without an address. */
  receiptEmail: z.string().nullable(),
  /** True if there is a receipt. A completed payment has one once it is allocated to its orders, mostly at once. */
  receiptReady: z.boolean(),
  /** The provider's page, for a caller who may continue, while it is possible to pay or agree there. */
  redirectUrl: z.string().nullable(),
  progress: PaymentProgress,
  /**
   * True if the caller may continue it: the one who started it, or the owner if a session of the account started
   * it.
   */
  mayContinue: z.boolean(),
  /** True if the caller may give it up: the one who started it, and the owner. */
  mayCancel: z.boolean(),
});
export type ProcessedPayment = z.output<typeof ProcessedPayment>;

/** A part of a payment that is allocated to an order. */
export const PaymentAllocation = z.object({
  id: z.number().int(),
  createdOn: Instant,
  orderId: z.number().int(),
  amount: Amount,
});

/** A payment as an order and the histories show it. */
export const Payment = ProcessedPayment.pick({
  paymentId: true,
  createdOn: true,
  paymentStatus: true,
  amount: true,
  availableAmount: true,
  refundedAmount: true,
  disputedAmount: true,
  reversedAmount: true,
  isoCurrencyCode: true,
  paymentMethod: true,
  paymentChannel: true,
  maskedCardNumber: true,
  reference: true,
  transactionDate: true,
}).extend({
  /** Equals `paymentId`. */
  id: z.number().int(),
  paymentAllocations: z.array(PaymentAllocation),
});
export type Payment = z.output<typeof Payment>;

/** A payment as one of its orders shows it. */
export const PaymentOfOrder = Payment.extend({
  /**
   * The part of this order that a bank or the provider took back. It is owed again. The payment may have no
   * allocation left on the order.
   */
  takenOffOrderAmount: Amount,
});
export type PaymentOfOrder = z.output<typeof PaymentOfOrder>;

/** The key of a site's provider, as addresses carry it. Keys are compared without case. */
export const ProviderKey = z.string().regex(/^[A-Za-z][A-Za-z0-9-]{1,39}$/);

/**
 * The way in which customers pay by a provider, by which the portal chooses drivers, pages and menu entries.
 * `vault`: card fields, with 3-D Secure driven by the portal, and stored cards. `components`: the provider's fields
 * for one payment, which handle 3-D Secure themselves. `page`: customers pay on the provider's page. `express`:
 * customers agree on the provider's page, and the server takes the money afterwards.
 */
export const ProviderKind = z.enum(['vault', 'components', 'page', 'express']);
export type ProviderKind = z.output<typeof ProviderKind>;

/** A payment provider with the settings that the browser may know. It never holds a secret. */
export const PaymentProvider = z.object({
  key: z.string(),
  kind: ProviderKind,
  displayName: z.string(),
  logo: z.string().nullable(),
  paymentImplementation: z.enum(['Component', 'Api']),
  /** The selector's value: the key. */
  value: z.string(),
  inTestMode: z.boolean(),
  /** Maximum amount of one payment. Null: no maximum. */
  maxPayment: Amount.nullable(),
  /** The most decimals of an amount that the provider takes, such as 2 for a currency with 3. Null: all. */
  maxDecimals: z.int().nonnegative().nullable(),
  publicApiKey: z.string().nullable(),
  rememberCardByDefault: z.boolean(),
  isApplePayEnabled: z.boolean(),
  isGooglePayEnabled: z.boolean(),
  googlePayMerchantId: z.string().nullable(),
  googlePayGatewayMerchantId: z.string().nullable(),
  config: z.object({
    allowVaultPortal: z.boolean(),
    /** Empty: all countries. */
    supportedCountries: z.array(z.string()),
    accountId: z.string().nullable(),
    acceptedCards: z.array(z.string()),
    rememberNewCardDefault: z.boolean(),
    force3dsV1: z.boolean(),
    /** Absolute URLs of the provider's browser scripts, by role. */
    scripts: z.record(z.string(), z.string()),
    /** Only for a provider that takes wallets. */
    wallets: z
      .object({
        /**
         * Absolute URLs of the wallets' own scripts. Without Apple's, only browsers with Apple Pay built in offer
         * it.
         */
        scripts: z.object({ googlePay: z.string().optional(), applePay: z.string().optional() }),
        googlePayAuthMethods: z.array(z.enum(['PAN_ONLY', 'CRYPTOGRAM_3DS'])),
        /** Google's name of the provider as a payment gateway. */
        googlePayGateway: z.string(),
      })
      .optional(),
    /** Only for a provider with a page of its own where customers pay. */
    page: z
      .object({
        /** `window`: the page opens in a window beside the portal. `redirect`: it replaces the portal. */
        flow: z.enum(['window', 'redirect']),
        /** False: after a refusal, the provider's page lets the customer try again and sends nobody back. */
        redirectsOnError: z.boolean(),
      })
      .optional(),
  }),
});
export type PaymentProvider = z.output<typeof PaymentProvider>;

export const listPaymentProviders = call({
  name: 'listPaymentProviders',
  summary: 'List the payment providers of a site for a signed-in customer',
  method: 'GET',
  path: 'payment-providers/portal/:siteId',
  access: 'account',
  permissions: ['invoicingEnabled'],
  params: z.object({ siteId: RunningNumber }),
  answer: z.object({
    providers: z.array(PaymentProvider),
    /** The key of the listed provider that took the account's last payment. Null if there is none. */
    lastUsed: z.string().nullable(),
  }),
});

export const listPaymentProviderMetadata = call({
  name: 'listPaymentProviderMetadata',
  summary: "List the tenant's payment providers with name and logo",
  method: 'GET',
  path: 'payment-providers/metadata',
  access: 'public',
  staff: 'read',
  answer: z.object({
    providers: z.array(PaymentProvider.pick({ key: true, displayName: true, logo: true, paymentImplementation: true })),
  }),
});

/** May ask the provider about an incomplete attempt, at most every 2 s. It never charges. */
export const getPayment = call({
  name: 'getPayment',
  summary: 'Get a payment attempt, for polling',
  method: 'GET',
  path: 'payment/:merchantRefNum',
  access: 'payer',
  paymentIn: 'params.merchantRefNum',
  params: z.object({ merchantRefNum: MerchantRefNumber }),
  answer: ProcessedPayment,
});

/** Asks the provider first. If the attempt was paid, it answers Completed (decision P4.6). */
export const cancelPayment = call({
  name: 'cancelPayment',
  summary: 'Cancel a payment attempt',
  method: 'POST',
  path: 'payment/cancel/:ref',
  access: 'payer',
  paymentIn: 'params.ref',
  params: z.object({ ref: MerchantRefNumber }),
  answer: ProcessedPayment,
});

/** The most orders that are paid at once. */
export const mostOrdersAtOnce = 200;

/**
 * The parts that a customer chose to pay of their orders, where the marina allows it. Each is at most what the order
 * owes. Orders without a part are not paid.
 */
export const PartialAmounts = z
  .array(z.strictObject({ orderId: RowNumber, amount: AmountShown }))
  .min(1)
  .max(mostOrdersAtOnce);
export type PartialAmounts = z.output<typeof PartialAmounts>;

/** The orders to pay, and the amount that the reader was shown. The server prices. */
export const Basket = z.strictObject({
  accountGuid: Guid,
  orderIds: z.array(RowNumber).min(1).max(mostOrdersAtOnce),
  /** The whole amount that is due for the orders. If the server's differs: 409 AMOUNT_CHANGED with `meta.amount`. */
  amount: AmountShown,
  /** If only a part is paid. If it is less than the marina allows: 409 PARTIAL_AMOUNT_TOO_SMALL with `meta.amount`. */
  partialAmounts: PartialAmounts.optional(),
});
export type Basket = z.output<typeof Basket>;

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  codes: {
    TOO_MANY_PAYMENTS: 429,
    AMOUNT_CHANGED: 409,
    ORDER_NOT_PAYABLE: 409,
    PAYMENT_TOO_LARGE: 409,
    PAYMENT_TOO_PRECISE: 409,
    PARTIAL_AMOUNT_TOO_SMALL: 409,
    PAYMENT_IN_PROGRESS: 409,
    PAYMENT_STATE: 409,
    PROVIDER_UNAVAILABLE: 503,
  },
  calls: {
    cancelPayment: continuesPayment,
  },
} as const satisfies FileErrors;
