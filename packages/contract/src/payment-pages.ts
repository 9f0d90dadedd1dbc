import { z } from 'zod';
import { call } from './call.ts';
import { Guid } from './common.ts';
import { Basket, MerchantRefNumber, ProcessedPayment } from './payments.ts';

const providerKey = z.string().regex(/^[A-Za-z][A-Za-z0-9-]{1,39}$/);

/**
 * Of who pays by a link nothing is known: it answers all that the provider wants, and so tells nothing of the account
 * (decision P2.12).
 */
export const validateAccount = call({
  name: 'validateAccount',
  summary: 'What a provider wants to know of a customer that the account does not say',
  method: 'GET',
  path: 'account-validator/:providerKey/:accountGuid',
  access: 'payer',
  // It is asked for a payment, which staff don't make.
  staff: 'no',
  accountIn: 'params.accountGuid',
  permissions: ['invoicingEnabled'],
  params: z.object({ providerKey, accountGuid: Guid }),
  /** Such as `Email`; `Country` and `CountryCode` always together, as the code decides the name. */
  answer: z.object({ missingFields: z.array(z.string()) }),
});

const detail = z.string().trim().max(254).optional();

/** What the customer was asked for because the account does not say it: named by the validator, and nothing else. */
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

/** Where an order is paid by its link: its guid, and where its payer came from. */
const PayLink = z.strictObject({ orderGuid: Guid, referrer: z.string().max(1000).optional() });

/**
 * Stores the attempt, which holds its orders from here on, and answers the provider's page in `redirectUrl`. A provider that refuses is an
 * answer, `Declined`, not an error. Done again with the same key it answers the same page.
 * Errors: AMOUNT_CHANGED, ORDER_NOT_PAYABLE, PAYMENT_IN_PROGRESS (`meta.merchantRefNumber` where it is the caller's own),
 * IDEMPOTENCY_KEY_REUSED, PAYMENT_PAGE_UNAVAILABLE.
 */
export const startPagePayment = call({
  name: 'startPagePayment',
  summary: "Start a payment on a provider's own page",
  method: 'POST',
  path: 'payment',
  access: 'payer',
  // Without one the session's own account, or the one whose pay link names the orders.
  accountIn: 'body.accountGuid',
  ordersIn: 'body.orderIds',
  permissions: ['invoicingEnabled'],
  idempotent: true,
  body: Basket.partial({ accountGuid: true }).extend({
    providerKey,
    /** What the reader was shown; another currency or mode than the provider's is refused. */
    currencyCode: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
    testMode: z.boolean().optional(),
    /** A hint; the server decides by the provider. */
    paymentMethod: z.string().max(40).optional(),
    account: CustomerDetails.optional(),
    /** Also keep these details in the account, as far as its owner may change them (decision P2.39). Not by a pay link. */
    saveToAccount: z.boolean().default(false),
    /** The pay link that its page leads back to; absent where it leads back to the portal. */
    payLink: PayLink.optional(),
  }),
  answer: ProcessedPayment,
});

export const PaypalToken = z.object({
  /** Where the customer signs in and agrees; null where the provider refused, as `payment` says. */
  redirectUrl: z.string().nullable(),
  /** The provider's name of it, which comes back in the address. */
  token: z.string().nullable(),
  payment: ProcessedPayment,
});

/** Errors: as of startPagePayment; INVALID_REQUEST for an address that is not this portal's. */
export const getPaypalToken = call({
  name: 'getPaypalToken',
  summary: 'Start a payment by PayPal',
  method: 'POST',
  path: 'payment/paypal/get-token/by-guid',
  access: 'account',
  accountIn: 'body.accountGuid',
  permissions: ['invoicingEnabled'],
  idempotent: true,
  body: z.strictObject({
    ...Basket.omit({ amount: true }).shape,
    /** What the reader was shown. */
    amountToPay: Basket.shape.amount,
    returnUrl: z.url({ protocol: /^https?$/ }).max(2000),
    cancelUrl: z.url({ protocol: /^https?$/ }).max(2000),
    paymentMethod: z.string().max(40).optional(),
  }),
  answer: PaypalToken,
});

/** The same for an order by its link, for its payer: who has the link, or its signed-in owner. */
export const getQuickPayPaypalToken = call({
  name: 'getQuickPayPaypalToken',
  summary: 'Start a payment by PayPal of an order by its link',
  method: 'POST',
  path: 'quick-pay/paypal/get-token/by-guid',
  access: 'payer',
  accountIn: 'body.accountGuid',
  permissions: ['invoicingEnabled'],
  idempotent: true,
  body: getPaypalToken.body.omit({ orderIds: true }).extend({ orderGuid: Guid }),
  answer: PaypalToken,
});

const token = z.string().regex(/^[A-Z0-9]{1,36}$/);

/** Takes the money. Repeating it answers what the payment has come to and never charges again (decision P4.22). */
export const confirmPaypalPayment = call({
  name: 'confirmPaypalPayment',
  summary: 'Finish a payment that its payer agreed to at PayPal',
  method: 'POST',
  path: 'payment/paypal/confirm',
  access: 'payer',
  paymentIn: 'body.token',
  permissions: ['invoicingEnabled'],
  body: z.strictObject({
    /** A hint: the order alone decides. */
    PayerID: z.string().max(40),
    token,
  }),
  answer: ProcessedPayment,
});

export const getPaypalPayment = call({
  name: 'getPaypalPayment',
  summary: 'What a payment by PayPal has come to, by our name of it or by PayPal’s',
  method: 'GET',
  path: 'payment/paypal/:reference',
  access: 'payer',
  paymentIn: 'params.reference',
  params: z.object({ reference: z.union([MerchantRefNumber, token]) }),
  answer: ProcessedPayment,
});

/** Answered once it is stored; what it tells is then asked of the provider. */
export const receiveProviderEvent = call({
  name: 'receiveProviderEvent',
  summary: 'What a payment provider tells by itself',
  method: 'POST',
  path: 'hooks/:provider/:tenant',
  access: 'webhook',
  fromAnySite: true,
  params: z.object({ provider: providerKey, tenant: z.string().min(1).max(80) }),
  answer: z.object({}),
});
