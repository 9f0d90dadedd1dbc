import { z } from 'zod';
import { AgreementSite } from '../agreements/agreement-signing.ts';
import { call } from '../shared/call.ts';
import { CardVaultProfile } from '../cards/cards.ts';
import { Done, Guid, RunningNumber } from '../shared/common.ts';
import { Order, OrderAgreement, OrderPaymentStatus } from './orders.ts';
import { PaymentProvider, ProcessedPayment } from '../payments/payments.ts';
import { MailQueued, ReceiptMail } from '../payments/receipts.ts';
import { type FileErrors, asksVault, limited, mailsPaper } from '../shared/shared-errors.ts';

/** The guid of a pay link, as typed in the address. A malformed one gets the same answer as an unknown one. */
const OrderGuid = z.string().max(100);

/**
 * The owner of the order, with only the facts that a link may reveal, because people forward links (decision
 * P2.12).
 */
export const QuickPayAccount = z.object({
  guid: Guid,
  siteId: z.number().int(),
  /** The owner's initials. */
  name: z.string(),
  registeredForPortal: z.boolean(),
  /** True if the card's bank could reach the owner: an address or a telephone number is on file. */
  hasContact: z.boolean(),
  /** Such as `j***@example.com`. Null if no address is on file. */
  maskedEmail: z.string().nullable(),
});
export type QuickPayAccount = z.output<typeof QuickPayAccount>;

/** An order as its pay link shows it. */
export const QuickPayOrder = Order.omit({
  isFuture: true,
  payments: true,
  agreement: true,
  creditNotes: true,
  credits: true,
}).extend({
  orderSummary: z.object({ paymentStatus: OrderPaymentStatus }),
  siteId: z.number().int(),
  site: AgreementSite,
  account: QuickPayAccount,
  agreement: OrderAgreement.extend({
    /** Cleaned HTML. Null if it is not a text. */
    declarationText: z.string().nullable(),
  }).nullable(),
  /** The caller's newest attempt: of this browser, or of the signed-in account. Null if it led to nothing. */
  payment: ProcessedPayment.nullable(),
  /**
   * The receipt of the payment that somebody else made. Null if the caller's own payment is shown. A copy of the
   * release before, which may answer during an upgrade, leaves it out.
   */
  receiptMail: ReceiptMail.nullish(),
});
export type QuickPayOrder = z.output<typeof QuickPayOrder>;

/**
 * Opens the order to this browser for a day, by a cookie. From then on the browser may make the calls of a `payer`
 * for it.
 * Errors: NOT_FOUND; PAY_LINK_EXPIRED 120 days after it was paid (decision P2.11); TOO_MANY_REQUESTS for somebody
 * who guesses.
 */
export const getQuickPayOrder = call({
  name: 'getQuickPayOrder',
  summary: 'Get an order by its pay link',
  method: 'GET',
  path: 'portal/order/:guid',
  access: 'key:order',
  staff: 'read',
  permissions: ['invoicingEnabled'],
  params: z.object({ guid: OrderGuid }),
  answer: z.object({ order: QuickPayOrder }),
});

/**
 * Open to a browser that has opened a pay link at that site, or to a caller who names the order.
 * Errors: NOT_FOUND without either, and for a site that is neither the order's nor its account's.
 */
export const listQuickPayProviders = call({
  name: 'listQuickPayProviders',
  summary: 'List the payment providers of an order by its pay link',
  method: 'GET',
  path: 'payment-providers/quick-pay/:siteId',
  access: 'key:order',
  staff: 'read',
  permissions: ['invoicingEnabled'],
  params: z.object({ siteId: RunningNumber }),
  query: z.object({ orderGuid: OrderGuid.optional() }),
  answer: z.object({ providers: z.array(PaymentProvider) }),
});

/** Null unless a session of the order's account asks (decision S2). */
export const getCardVaultProfileByOrder = call({
  name: 'getCardVaultProfileByOrder',
  summary: "Get the stored cards and billing addresses of an order's owner",
  method: 'GET',
  path: 'paysafe/profile/by-order-guid/:guid',
  access: 'key:order',
  staff: 'read',
  permissions: ['invoicingEnabled'],
  params: z.object({ guid: OrderGuid }),
  answer: z.object({ profile: CardVaultProfile.nullable() }),
});

/** The answer contains nothing that opens anything (decision S1). */
export const checkQuickPayRegistration = call({
  name: 'checkQuickPayRegistration',
  summary: 'Check if the owner of an order can register, and where the code would go',
  method: 'GET',
  path: 'quick-pay/renewal-token/:guid',
  access: 'key:order',
  params: z.object({ guid: OrderGuid }),
  answer: z.object({
    /** False if they have registered, if this marina has no registration, or if no address is on file. */
    available: z.boolean(),
    maskedEmail: z.string().nullable(),
  }),
});

/** Mails only to the address on file, three times an hour. Error: NOT_FOUND if it isn't available. */
export const sendQuickPayRegistration = call({
  name: 'sendQuickPayRegistration',
  summary: 'Mail the registration code to the owner of an order',
  method: 'POST',
  path: 'quick-pay/renewal-token/:guid',
  access: 'key:order',
  params: z.object({ guid: OrderGuid }),
  answer: Done,
});

/** Mails only to the address on file (decision P4.25). */
export const emailReceiptOfOrder = call({
  name: 'emailReceiptOfOrder',
  summary: "E-mail the receipt of an order's latest payment to its owner",
  method: 'POST',
  path: 'quick-pay/receipt/:guid',
  access: 'key:order',
  permissions: ['invoicingEnabled'],
  params: z.object({ guid: OrderGuid }),
  answer: MailQueued,
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  codes: {
    PAY_LINK_EXPIRED: 410,
  },
  calls: {
    getQuickPayOrder: ['PAY_LINK_EXPIRED', ...limited],
    listQuickPayProviders: ['PAY_LINK_EXPIRED', ...limited],
    getCardVaultProfileByOrder: ['PAY_LINK_EXPIRED', ...asksVault, ...limited],
    checkQuickPayRegistration: ['PAY_LINK_EXPIRED', ...limited],
    sendQuickPayRegistration: ['PAY_LINK_EXPIRED', ...limited],
    emailReceiptOfOrder: ['PAY_LINK_EXPIRED', 'RECEIPT_NOT_READY', ...mailsPaper],
  },
} as const satisfies FileErrors;
