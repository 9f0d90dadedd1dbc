import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Amount, Day, Guid, Instant, RunningNumber, SiteTime } from '../shared/common.ts';
import { DateRange, FindQuery, PageQuery, PageTotals } from '../shared/paging.ts';
import { MailQueued } from '../payments/receipts.ts';
import { type FileErrors, limited, mailsPaper } from '../shared/shared-errors.ts';

/** The status of an estimate. */
export const EstimateStatus = z.enum(['Active', 'Converted', 'Expired']);
export type EstimateStatus = z.output<typeof EstimateStatus>;

/** The filter of a list. `All` is not a status. */
export const EstimateFilter = z.enum(['Active', 'All', 'Converted', 'Expired']);
export type EstimateFilter = z.output<typeof EstimateFilter>;

/** An estimate as lists show it. */
export const EstimateSummary = z.object({
  /** Its public number (decision C2.64). */
  id: z.number().int(),
  /** Describes the estimate by its first item's name and boat. */
  description: z.string(),
  boatName: z.string().nullable(),
  createdOn: Instant,
  /**
   * Its last valid day at the site, or the instant at which it expires (decision C4.13). Null if it doesn't expire.
   */
  expiryDate: z.string().nullable(),
  startDate: Day.nullable(),
  departureDate: Day.nullable(),
  /** The marina's own reference for it. Empty if it has none. */
  ref: z.string(),
  status: EstimateStatus,
  grossCost: Amount,
  isoCurrencyCode: z.string(),
  /** The order that it became. Null if the portal doesn't show orders. */
  convertedOrderId: z.number().int().nullable(),
});
export type EstimateSummary = z.output<typeof EstimateSummary>;

/** One line of the offer. */
export const EstimateDetail = z.object({
  tariffName: z.string(),
  grossUnitCost: Amount,
  calculatedQuantity: z.number(),
  netCost: Amount,
  vatAmount: Amount,
  grossCost: Amount,
  boatName: z.string().nullable(),
  /** In the tenant's measurement system. */
  boatLength: z.number().nullable(),
});
export type EstimateDetail = z.output<typeof EstimateDetail>;

/** The customer's answer to an estimate. */
export const EstimateAnswerKind = z.enum(['accept', 'decline']);
export type EstimateAnswerKind = z.output<typeof EstimateAnswerKind>;

export const Estimate = EstimateSummary.extend({
  /** The signed answer, with the agreement that proves it. Null if there is none. It doesn't change the status. */
  answer: z.object({ answer: EstimateAnswerKind, signedOn: Instant, agreementGuid: Guid }).nullable(),
  netCost: Amount,
  vatAmount: Amount,
  estimateDetails: z.array(EstimateDetail),
});
export type Estimate = z.output<typeof Estimate>;

const shared = { access: 'account', accountIn: 'params.guid', permissions: ['showEstimates'] } as const;
const OfAccount = z.object({ guid: Guid });
const OneOfAccount = z.object({ guid: Guid, id: RunningNumber });

/** `search` looks at the number, the marina's reference, the items and their boats. */
export const listEstimates = call({
  name: 'listEstimates',
  summary: "List the account's estimates, newest first unless sorted, page by page",
  method: 'GET',
  path: 'portal/account/:guid/estimates',
  ...shared,
  params: OfAccount,
  query: PageQuery.extend({
    /** Bounds of its creation time, in the site's local time. Both are inclusive. */
    fromDate: SiteTime.optional(),
    toDate: SiteTime.optional(),
    /** Default: Active. */
    statusFilter: EstimateFilter.optional(),
    ...FindQuery.shape,
  }),
  answer: z.object({ estimates: z.array(EstimateSummary), ...PageTotals.shape }),
});

export const getEstimateDateRange = call({
  name: 'getEstimateDateRange',
  summary: "Get the dates of the account's first and last estimate, and their number",
  method: 'GET',
  path: 'portal/account/:guid/estimates/date-range',
  ...shared,
  params: OfAccount,
  answer: DateRange,
});

export const getEstimate = call({
  name: 'getEstimate',
  summary: 'Get an estimate with its items',
  method: 'GET',
  path: 'portal/account/:guid/estimate/:id',
  ...shared,
  params: OneOfAccount,
  answer: z.object({ estimate: Estimate }),
});

/**
 * Prepares the answer to an estimate: an agreement with the whole estimate in its text, to be signed as every other
 * (`getUnsignedAgreement`, `signAgreement`). Only the signature is the answer. Off by default: `accept-estimates`.
 * Errors: NOT_FOUND; ESTIMATE_CLOSED if it is converted, expired or answered.
 */
export const answerEstimate = call({
  name: 'answerEstimate',
  summary: 'Prepare the acceptance or refusal of an estimate for the signature',
  method: 'POST',
  path: 'portal/account/:guid/estimate/:id/answer',
  ...shared,
  permissions: ['showEstimates', 'agreementsEnabled'],
  feature: 'accept-estimates',
  params: OneOfAccount,
  body: z.strictObject({ answer: EstimateAnswerKind }),
  answer: z.object({ agreementGuid: Guid }),
});

/** Errors: NO_ACCOUNT_EMAIL; TOO_MANY_REQUESTS after 5 an hour for one estimate. */
export const emailEstimate = call({
  name: 'emailEstimate',
  summary: "E-mail an estimate as a PDF to the account's address",
  method: 'POST',
  path: 'portal/account/:guid/estimate/:id/send',
  ...shared,
  params: OneOfAccount,
  answer: MailQueued,
});

export const getEstimateDocument = call({
  name: 'getEstimateDocument',
  summary: 'Download an estimate as a PDF',
  method: 'GET',
  path: 'portal/account/:guid/estimates/document/:id',
  ...shared,
  params: OneOfAccount,
  answer: { contentType: 'application/pdf' },
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  codes: {
    /** The estimate is converted, expired or answered. */
    ESTIMATE_CLOSED: 409,
  },
  calls: {
    answerEstimate: ['ESTIMATE_CLOSED'],
    emailEstimate: mailsPaper,
    getEstimateDocument: limited,
  },
} as const satisfies FileErrors;
