import { z } from 'zod';
import { AgreementSite } from './agreement-signing.ts';
import { call } from './call.ts';
import { CardVaultProfile } from './cards.ts';
import { Done, Guid } from './common.ts';
import { Order, OrderAgreement, OrderPaymentStatus } from './orders.ts';
import { PaymentProvider, ProcessedPayment } from './payments.ts';
import { MailQueued } from './receipts.ts';

/** The guid of a pay link, as somebody has it in the address. One that is malformed is answered like an unknown one. */
const OrderGuid = z.string().max(100);

/** Whose order it is, as far as a link that may be forwarded may tell (decision P2.12). */
export const QuickPayAccount = z.object({
  guid: Guid,
  siteId: z.number().int(),
  /** Initials. */
  name: z.string(),
  registeredForPortal: z.boolean(),
  /** Whether the card's bank could reach its owner: an address or a telephone is on file. */
  hasContact: z.boolean(),
  /** Such as `j***@example.com`; null without an address on file. */
  maskedEmail: z.string().nullable(),
});
export type QuickPayAccount = z.output<typeof QuickPayAccount>;

/** An order as its pay link shows it. */
export const QuickPayOrder = Order.omit({ payments: true, agreement: true }).extend({
  orderSummary: z.object({ paymentStatus: OrderPaymentStatus }),
  siteId: z.number().int(),
  site: AgreementSite,
  account: QuickPayAccount,
  agreement: OrderAgreement.extend({
    /** Cleaned HTML; null where it is no text. */
    declarationText: z.string().nullable(),
  }).nullable(),
  /** What the caller has made of it: the newest attempt of this browser, or of the account that is signed in, unless it came to nothing. */
  payment: ProcessedPayment.nullable(),
});
export type QuickPayOrder = z.output<typeof QuickPayOrder>;

/**
 * Opens the order to this browser for a day, by a cookie: from then on it may make the calls of a `payer` for it.
 * Errors: NOT_FOUND; PAY_LINK_EXPIRED 120 days after it was paid (decision P2.11); TOO_MANY_REQUESTS for who guesses.
 */
export const getQuickPayOrder = call({
  name: 'getQuickPayOrder',
  summary: 'An order by its pay link',
  method: 'GET',
  path: 'portal/order/:guid',
  access: 'key:order',
  staff: 'read',
  permissions: ['invoicingEnabled'],
  params: z.object({ guid: OrderGuid }),
  answer: z.object({ order: QuickPayOrder }),
});

/**
 * For whoever has opened a pay link at that site in this browser, or names the order. Errors: NOT_FOUND without either,
 * and for a site that is neither the order's nor its account's.
 */
export const listQuickPayProviders = call({
  name: 'listQuickPayProviders',
  summary: 'The providers that an order can be paid with by its link',
  method: 'GET',
  path: 'payment-providers/quick-pay/:siteId',
  access: 'key:order',
  staff: 'read',
  permissions: ['invoicingEnabled'],
  params: z.object({ siteId: z.coerce.number().int().positive() }),
  query: z.object({ orderGuid: OrderGuid.optional() }),
  answer: z.object({ providers: z.array(PaymentProvider) }),
});

/** Null but for a session of the order's account (decision S2). */
export const getCardVaultProfileByOrder = call({
  name: 'getCardVaultProfileByOrder',
  summary: 'The stored cards and billing addresses of whoever owns an order',
  method: 'GET',
  path: 'paysafe/profile/by-order-guid/:guid',
  access: 'key:order',
  staff: 'read',
  permissions: ['invoicingEnabled'],
  params: z.object({ guid: OrderGuid }),
  answer: z.object({ profile: CardVaultProfile.nullable() }),
});

/** Tells nothing that opens anything (decision S1). */
export const checkQuickPayRegistration = call({
  name: 'checkQuickPayRegistration',
  summary: 'Whether the owner of an order can register, and where their code would go',
  method: 'GET',
  path: 'quick-pay/renewal-token/:guid',
  access: 'key:order',
  params: z.object({ guid: OrderGuid }),
  answer: z.object({
    /** False: they have registered, nobody registers here, or no address is on file. */
    available: z.boolean(),
    maskedEmail: z.string().nullable(),
  }),
});

/** To the address on file and nowhere else; three an hour. Error: NOT_FOUND where it isn't available. */
export const sendQuickPayRegistration = call({
  name: 'sendQuickPayRegistration',
  summary: 'Mail the registration code to the owner of an order',
  method: 'POST',
  path: 'quick-pay/renewal-token/:guid',
  access: 'key:order',
  params: z.object({ guid: OrderGuid }),
  answer: Done,
});

/** To the address on file and nowhere else (decision P4.25). Errors: RECEIPT_NOT_READY, NO_ACCOUNT_EMAIL; five an hour. */
export const emailReceiptOfOrder = call({
  name: 'emailReceiptOfOrder',
  summary: 'E-mail the receipt of what was last paid of an order to its owner',
  method: 'POST',
  path: 'quick-pay/receipt/:guid',
  access: 'key:order',
  permissions: ['invoicingEnabled'],
  params: z.object({ guid: OrderGuid }),
  answer: MailQueued,
});
