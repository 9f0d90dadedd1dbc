import { z } from 'zod';
import { call } from '../shared/call.ts';
import { addressNumber, Amount, Guid, SiteTime } from '../shared/common.ts';
import { Words } from '../shared/paging.ts';
import { type FileErrors, limited } from '../shared/shared-errors.ts';

const shared = { access: 'account', accountIn: 'params.guid', permissions: ['showAccountActivity'] } as const;
const OfAccount = z.object({ guid: Guid });
const OfYear = z.object({ guid: Guid, year: addressNumber(z.int().min(1970).max(9999)) });

/** The bounds and words with which the history's list is filtered, too. */
const Span = z.object({ fromDate: SiteTime.optional(), toDate: SiteTime.optional(), search: Words.optional() });

/**
 * Streams the order history as CSV (RFC 4180, UTF-8 with a byte order mark): headings in the reader's language, days
 * as `YYYY-MM-DD`, amounts with a decimal point. No cell can run as a formula.
 * Errors: TOO_MANY_REQUESTS after 30 exports an hour for one account.
 */
export const exportOrders = call({
  name: 'exportOrders',
  summary: "Download the account's order history as CSV",
  method: 'GET',
  path: 'portal/account/:guid/order-history/csv',
  ...shared,
  params: OfAccount,
  query: Span,
  answer: { contentType: 'text/csv' },
});

/** Streams the payment history as CSV, in the form and with the errors of exportOrders. */
export const exportPayments = call({
  name: 'exportPayments',
  summary: "Download the account's payment history as CSV",
  method: 'GET',
  path: 'portal/account/:guid/payment-history/csv',
  ...shared,
  params: OfAccount,
  query: Span,
  answer: { contentType: 'text/csv' },
});

/**
 * Streams a ZIP of the invoices that were issued in a year and of the receipts of its payments. Each paper is the same
 * file that the portal opens.
 * Errors: NOT_FOUND if the year has no paper; TOO_MANY_REQUESTS after 5 an hour for one account.
 */
export const downloadPapers = call({
  name: 'downloadPapers',
  summary: 'Download the invoices and receipts of a year as a ZIP',
  method: 'GET',
  path: 'portal/account/:guid/papers/:year',
  ...shared,
  params: OfYear,
  answer: { contentType: 'application/zip' },
});

/** Sums of a year, in the tenant's currency. Years and days are those of the sites. */
export const getYearTotals = call({
  name: 'getYearTotals',
  summary: "Get the totals of a year's orders and payments, and the number of its papers",
  method: 'GET',
  path: 'portal/account/:guid/year-totals/:year',
  ...shared,
  params: OfYear,
  answer: z.object({
    /** The gross total of orders with their tax point in the year, without cancelled ones. */
    ordered: Amount,
    /** The payments made in the year, less what was refunded or reversed since. */
    paid: Amount,
    /** The number of invoices and receipts that `downloadPapers` contains. */
    papers: z.number().int().nonnegative(),
  }),
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  calls: {
    exportOrders: limited,
    exportPayments: limited,
    downloadPapers: ['FEATURE_DISABLED', 'NOT_FOUND', ...limited],
  },
} as const satisfies FileErrors;
