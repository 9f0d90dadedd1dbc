import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Guid, RunningNumber, SiteTime } from '../shared/common.ts';
import { DateRange, FindQuery, PageQuery, PageTotals } from '../shared/paging.ts';
import { Payment, ProcessedPayment } from './payments.ts';
import { ReceiptMail } from './receipts.ts';

/** A payment as the history lists it. */
export const PaymentSummary = Payment.omit({ paymentAllocations: true }).extend({
  /** The orders that it pays, or was meant to pay. */
  paidFor: z.array(z.object({ orderId: z.number().int(), description: z.string(), boatName: z.string().nullable() })),
});
export type PaymentSummary = z.output<typeof PaymentSummary>;

/** A payment as its page shows it, with the facts of its receipt. */
export const PaymentDetails = Payment.extend(
  ProcessedPayment.pick({
    merchantRefNumber: true,
    accountGuid: true,
    isTest: true,
    receiptReady: true,
    redirectUrl: true,
    progress: true,
    mayContinue: true,
    mayCancel: true,
  }).shape,
).extend({
  ...PaymentSummary.pick({ paidFor: true }).shape,
  /** The receipt that goes out or went out. A copy of the release before, which may answer meanwhile, leaves it out. */
  receiptMail: ReceiptMail.nullish(),
});
export type PaymentDetails = z.output<typeof PaymentDetails>;

const shared = { access: 'account', accountIn: 'params.guid', permissions: ['showAccountActivity'] } as const;
const OfAccount = z.object({ guid: Guid });

/**
 * Lists payments that were made, are still open, or were declined. Attempts that were given up are left out.
 * `search` looks at the reference, the card's last digits, and the numbers, items and boats of its orders.
 */
export const listPaymentHistory = call({
  name: 'listPaymentHistory',
  summary: "List the account's payments, newest first unless sorted, page by page",
  method: 'GET',
  path: 'portal/account/:guid/payment-history',
  ...shared,
  params: OfAccount,
  query: PageQuery.extend({
    /** Bounds of the payment's time, in the site's local time. Both are inclusive (decision P2.30). */
    fromDate: SiteTime.optional(),
    toDate: SiteTime.optional(),
    ...FindQuery.shape,
  }),
  answer: z.object({ payments: z.array(PaymentSummary), ...PageTotals.shape }),
});

export const getPaymentDateRange = call({
  name: 'getPaymentDateRange',
  summary: "Get the dates of the account's first and last payment, and their number",
  method: 'GET',
  path: 'portal/account/:guid/payment/date-range',
  ...shared,
  params: OfAccount,
  answer: DateRange,
});

export const getAccountPayment = call({
  name: 'getAccountPayment',
  summary: 'Get a payment of the account with its allocations',
  method: 'GET',
  path: 'portal/account/:guid/payment/:id',
  ...shared,
  params: z.object({ guid: Guid, id: RunningNumber }),
  answer: z.object({ payment: PaymentDetails }),
});
