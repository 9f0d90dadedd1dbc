import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Guid, RunningNumber } from '../shared/common.ts';
import { Basket, MerchantRefNumber, ProcessedPayment, ProviderKey } from './payments.ts';
import { continuesPayment, type FileErrors, limited, startsPayment } from '../shared/shared-errors.ts';

/**
 * Names the customer's details that a provider needs and the account lacks. A payer by link gets all fields that
 * the provider needs, so the answer reveals nothing about the account (decision P2.12).
 */
export const validateAccount = call({
  name: 'validateAccount',
  summary: 'List the details that a provider needs and the account lacks',
  method: 'GET',
  path: 'account-validator/:providerKey/:accountGuid',
  access: 'payer',
  // The call prepares a payment, and staff don't pay.
  staff: 'no',
  accountIn: 'params.accountGuid',
  permissions: ['invoicingEnabled'],
  params: z.object({ providerKey: ProviderKey, accountGuid: Guid }),
  /** The site of the orders: each site may ask for other details. Left out: the site of the payer. */
  query: z.object({ siteId: RunningNumber.optional() }),
  /**
   * Field names, such as `Email`. `Country` and `CountryCode` always come together, because the code decides the
   * name.
   */
  answer: z.object({ missingFields: z.array(z.string()) }),
});

const detail = z.string().trim().max(254).optional();

/** The details that the customer typed because the account lacks them. Only the fields that the validator named. */
export const CustomerDetails = z.strictObject({
  firstname: detail,
  lastname: detail,
  email: detail,
  phone: detail,
  mobile: detail,
  address1: detail,
  town: detail,
  postcode: detail,
  country: detail,
  countryCode: detail,
});
export type CustomerDetails = z.output<typeof CustomerDetails>;

/** The pay link of an order: its guid, and the site that its payer came from. */
const PayLink = z.strictObject({
  orderGuid: Guid,
  referrer: z.string().max(1000).optional(),
  /** True if the payer's browser runs no scripts. The provider's page then leads back to the pay link itself. */
  isPlain: z.boolean().optional(),
});

/**
 * Stores the attempt and answers the provider's page in `redirectUrl`. The attempt of a redirect provider holds its
 * orders from here on. If the provider refuses, the answer is `Declined`, not an error. A repeat with the same key
 * answers the same page. PAYMENT_IN_PROGRESS has `meta.merchantRefNumber` if the attempt is the caller's own.
 */
export const startPagePayment = call({
  name: 'startPagePayment',
  summary: "Start a payment on a provider's own page",
  method: 'POST',
  path: 'payment',
  access: 'payer',
  // Default: the session's own account, or the account whose pay link names the orders.
  accountIn: 'body.accountGuid',
  recentSignIn: true,
  ordersIn: 'body.orderIds',
  permissions: ['invoicingEnabled'],
  idempotent: true,
  body: Basket.partial({ accountGuid: true }).extend({
    providerKey: ProviderKey,
    /** The currency that the reader was shown. A currency or mode that differs from the provider's is refused. */
    currencyCode: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
    testMode: z.boolean().optional(),
    /** A hint. The server decides by the provider. */
    paymentMethod: z.string().max(40).optional(),
    account: CustomerDetails.optional(),
    /**
     * Also saves these details to the account, as far as its owner may change them (decision P2.39). Not by a pay
     * link.
     */
    saveToAccount: z.boolean().default(false),
    /** The pay link that the provider's page leads back to. Without it, the page leads back to the portal. */
    payLink: PayLink.optional(),
  }),
  answer: ProcessedPayment,
});

export const ExpressPage = z.object({
  /** The page where the customer signs in and agrees. Null if the provider refused; then `payment` tells why. */
  redirectUrl: z.string().nullable(),
  /** The provider's reference of the order. It comes back in the address. */
  token: z.string().nullable(),
  payment: ProcessedPayment,
});

/** INVALID_REQUEST: an address is outside this portal. */
export const startExpressPayment = call({
  name: 'startExpressPayment',
  summary: 'Start a payment by an express provider',
  method: 'POST',
  path: 'payment/paypal/get-token/by-guid',
  access: 'account',
  accountIn: 'body.accountGuid',
  recentSignIn: true,
  permissions: ['invoicingEnabled'],
  idempotent: true,
  body: z.strictObject({
    ...Basket.omit({ amount: true }).shape,
    /** The amount that the reader was shown. */
    amountToPay: Basket.shape.amount,
    returnUrl: z.url({ protocol: /^https?$/ }).max(2000),
    cancelUrl: z.url({ protocol: /^https?$/ }).max(2000),
    paymentMethod: z.string().max(40).optional(),
    /** The provider that the customer chose. Default: the site's first express provider. */
    providerKey: ProviderKey.optional(),
  }),
  answer: ExpressPage,
});

/** The payer of the order holds its link, or is the signed-in owner. */
export const startQuickPayExpressPayment = call({
  name: 'startQuickPayExpressPayment',
  summary: 'Start a payment of an order by its pay link and an express provider',
  method: 'POST',
  path: 'quick-pay/paypal/get-token/by-guid',
  access: 'payer',
  accountIn: 'body.accountGuid',
  recentSignIn: true,
  permissions: ['invoicingEnabled'],
  idempotent: true,
  body: startExpressPayment.body.omit({ orderIds: true }).extend({ orderGuid: Guid }),
  answer: ExpressPage,
});

const token = z.string().regex(/^[A-Z0-9]{1,36}$/);

/** Takes the money. A repeat answers the payment's current state and never charges again (decision P4.22). */
export const confirmExpressPayment = call({
  name: 'confirmExpressPayment',
  summary: 'Complete a payment that the payer approved at an express provider',
  method: 'POST',
  path: 'payment/paypal/confirm',
  access: 'payer',
  paymentIn: 'body.token',
  permissions: ['invoicingEnabled'],
  body: z.strictObject({
    /** A hint. Only the provider's order decides. */
    PayerID: z.string().max(40),
    token,
  }),
  answer: ProcessedPayment,
});

export const getExpressPayment = call({
  name: 'getExpressPayment',
  summary: 'Get an express payment by its reference here or at the provider',
  method: 'GET',
  path: 'payment/paypal/:reference',
  access: 'payer',
  paymentIn: 'params.reference',
  params: z.object({ reference: z.union([MerchantRefNumber, token]) }),
  answer: ProcessedPayment,
});

/** Answers once the event is stored. Then a job asks the provider about it. */
export const receiveProviderEvent = call({
  name: 'receiveProviderEvent',
  summary: 'Receive an event of a payment provider',
  method: 'POST',
  path: 'hooks/:provider/:tenant',
  access: 'webhook',
  fromAnySite: true,
  params: z.object({ provider: ProviderKey, tenant: z.string().min(1).max(80) }),
  answer: z.object({}),
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  codes: {
    PAYMENT_PAGE_UNAVAILABLE: 503,
    SIGNATURE_INVALID: 400,
  },
  calls: {
    startPagePayment: [...startsPayment, 'PAYMENT_PAGE_UNAVAILABLE'],
    startExpressPayment: [...startsPayment, 'PAYMENT_PAGE_UNAVAILABLE'],
    startQuickPayExpressPayment: [...startsPayment, 'PAYMENT_PAGE_UNAVAILABLE'],
    confirmExpressPayment: continuesPayment,
    receiveProviderEvent: ['SIGNATURE_INVALID', ...limited],
  },
} as const satisfies FileErrors;
