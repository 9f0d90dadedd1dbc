import { z } from 'zod';
import { call } from './call.ts';
import { Amount, AmountShown, Guid, Instant } from './common.ts';

/** The specified statuses and those of decision P3.8: an unknown answer of a provider is Incomplete, never Declined. */
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

export const PaymentChannel = z.enum(['Card', 'VaultedCard', 'GooglePay', 'ApplePay', 'PayPal', 'Redirect', 'None']);

/** The name of one payment attempt, ours, never reused. */
export const MerchantRefNumber = z.string().regex(/^[A-Za-z0-9-]{8,64}$/);

/**
 * How far an attempt is. `unsent`: nothing was sent to any bank or provider to be charged; `onPage`: its customer may pay
 * on the provider's page; `sent`: the provider may have the money, or decides; `over`: it ended, paid or not.
 */
export const PaymentProgress = z.enum(['unsent', 'onPage', 'sent', 'over']);
export type PaymentProgress = z.output<typeof PaymentProgress>;

/** What a payment attempt has come to, with what the confirmation panel shows. */
export const ProcessedPayment = z.object({
  paymentId: z.number().int(),
  /** The attempt's name on every wire. */
  merchantRefNumber: MerchantRefNumber,
  /** What to quote to the marina, shown to people. */
  reference: z.string(),
  paymentStatus: PaymentStatus,
  /** What the card provider says: null until it is known. */
  cardPaymentStatus: z.enum(['COMPLETED', 'FAILED']).nullable(),
  errorCode: z.string().nullable(),
  /** Plain text in the caller's language; of a page that is still open, why its last try was refused. */
  errorDescription: z.string().nullable(),
  /** Whether that text says by itself that nothing was charged: a provider's doesn't. */
  saysUncharged: z.boolean(),
  amount: Amount,
  /** The part of a completed payment that is not on any order. */
  availableAmount: Amount,
  /** What of it was given back. */
  refundedAmount: Amount,
  /** What of it somebody wants back, which is not decided. */
  disputedAmount: Amount,
  /** What of it a bank or the provider has taken back: its orders are owed it again. */
  reversedAmount: Amount,
  isoCurrencyCode: z.string(),
  /** When the provider took the money; null before. */
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
      /** Once its invoice is issued. */
      invoiceNumber: z.string().nullable(),
      amount: Amount,
    }),
  ),
  accountGuid: Guid,
  /** Made with a provider in test mode: no money moves. */
  isTest: z.boolean(),
  /** Whether the card was kept as asked; null where nobody asked or it is not known yet. */
  cardSaved: z.boolean().nullable(),
  /** Where the receipt goes by itself, masked such as `j***@example.com`; null without an address. */
  receiptEmail: z.string().nullable(),
  /** Whether there is a receipt: a completed payment has it once it is on its orders, mostly at once. */
  receiptReady: z.boolean(),
  /** The provider's page, for who may continue, as long as one may pay or agree there. */
  redirectUrl: z.string().nullable(),
  progress: PaymentProgress,
  /** Whether the caller may go on with it: who started it, or the owner where a session of the account did. */
  mayContinue: z.boolean(),
  /** Whether the caller may give it up: who started it, and the owner. */
  mayCancel: z.boolean(),
});
export type ProcessedPayment = z.output<typeof ProcessedPayment>;

/** A part of a payment that is on an order. */
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
  /** The same as `paymentId`. */
  id: z.number().int(),
  paymentAllocations: z.array(PaymentAllocation),
});
export type Payment = z.output<typeof Payment>;

/** A payment provider as the browser may know it. Never holds a secret. */
export const PaymentProvider = z.object({
  key: z.string(),
  displayName: z.string(),
  logo: z.string().nullable(),
  paymentImplementation: z.enum(['Component', 'Api']),
  /** The selector's value: the key. */
  value: z.string(),
  inTestMode: z.boolean(),
  /** The most that one payment may be; null: any amount. */
  maxPayment: Amount.nullable(),
  publicApiKey: z.string().nullable(),
  rememberCardByDefault: z.boolean(),
  isApplePayEnabled: z.boolean(),
  isGooglePayEnabled: z.boolean(),
  googlePayMerchantId: z.string().nullable(),
  googlePayGatewayMerchantId: z.string().nullable(),
  config: z.object({
    allowVaultPortal: z.boolean(),
    /** Empty: all. */
    supportedCountries: z.array(z.string()),
    accountId: z.string().nullable(),
    acceptedCards: z.array(z.string()),
    rememberNewCardDefault: z.boolean(),
    force3dsV1: z.boolean(),
    /** Absolute URLs of the provider's browser scripts, by their role. */
    scripts: z.record(z.string(), z.string()),
    /** Of a provider that takes wallets; absent for the others. */
    wallets: z
      .object({
        /** Absolute URLs of the wallets' own scripts; without Apple's, only browsers that have it built in offer it. */
        scripts: z.object({ googlePay: z.string().optional(), applePay: z.string().optional() }),
        googlePayAuthMethods: z.array(z.enum(['PAN_ONLY', 'CRYPTOGRAM_3DS'])),
      })
      .optional(),
    /** Of a provider on whose own page customers pay; absent for the others. */
    page: z
      .object({
        /** In a window beside the portal, or in its place. */
        flow: z.enum(['window', 'redirect']),
        /** Off: after a refusal its page lets its customer try again, and sends nobody back. */
        redirectsOnError: z.boolean(),
      })
      .optional(),
  }),
});
export type PaymentProvider = z.output<typeof PaymentProvider>;

export const listPaymentProviders = call({
  name: 'listPaymentProviders',
  summary: 'The providers that a signed-in customer can pay with at a site: their own, or one where they owe',
  method: 'GET',
  path: 'payment-providers/portal/:siteId',
  access: 'account',
  permissions: ['invoicingEnabled'],
  params: z.object({ siteId: z.coerce.number().int().positive() }),
  answer: z.object({ providers: z.array(PaymentProvider) }),
});

export const listPaymentProviderMetadata = call({
  name: 'listPaymentProviderMetadata',
  summary: "Name and logo of the tenant's providers",
  method: 'GET',
  path: 'payment-providers/metadata',
  access: 'public',
  staff: 'read',
  answer: z.object({
    providers: z.array(PaymentProvider.pick({ key: true, displayName: true, logo: true, paymentImplementation: true })),
  }),
});

/** Reading may ask the provider, at most every 2 s, what became of an incomplete attempt. It never charges. */
export const getPayment = call({
  name: 'getPayment',
  summary: 'What a payment attempt has come to; for polling',
  method: 'GET',
  path: 'payment/:merchantRefNum',
  access: 'payer',
  paymentIn: 'params.merchantRefNum',
  params: z.object({ merchantRefNum: MerchantRefNumber }),
  answer: ProcessedPayment,
});

/** Asks the provider first: an attempt that was paid is answered as Completed (decision P4.6). */
export const cancelPayment = call({
  name: 'cancelPayment',
  summary: 'Give up a payment attempt',
  method: 'POST',
  path: 'payment/cancel/:ref',
  access: 'payer',
  paymentIn: 'params.ref',
  params: z.object({ ref: MerchantRefNumber }),
  answer: ProcessedPayment,
});

/** What is paid: the orders, and the amount that the reader was shown. The server prices. */
export const Basket = z.strictObject({
  accountGuid: Guid,
  orderIds: z.array(z.number().int().positive()).min(1).max(200),
  /** Another amount than the server's is 409 AMOUNT_CHANGED with `meta.amount`. */
  amount: AmountShown,
});
export type Basket = z.output<typeof Basket>;
