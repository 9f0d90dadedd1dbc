import { z } from 'zod';
import { AgreementSummary } from './agreements.ts';
import { call } from './call.ts';
import { Amount, Day, Guid, Instant } from './common.ts';

/** A boat. Lengths are in the tenant's measurement system. */
export const BoatSummary = z.object({
  /** The id that documents use for their boat. */
  id: z.number().int(),
  name: z.string(),
  type: z.string(),
  length: z.number(),
  beam: z.number(),
  draft: z.number(),
  relationship: z.string(),
  currentStickerNumber: z.string().nullable(),
});
export type BoatSummary = z.output<typeof BoatSummary>;

/** An account's place on a waiting list. */
export const WaitingListItem = z.object({
  title: z.string(),
  type: z.string(),
  /** 1 is next. Null if the marina gives no ranks. */
  position: z.number().int().nullable(),
  /** The day when the customer joined, if known. `addedOn` is always known (decision C3.5). */
  joinedOn: Day.nullable(),
  addedOn: Day,
  /** The day since when the longest-waiting entry of the list has waited. */
  oldest: Day,
  /** The office's last move of the account, with its reason. Null if it never moved it. */
  move: z.object({ isUp: z.boolean(), movedAt: Instant, reason: z.string() }).nullable(),
});
export type WaitingListItem = z.output<typeof WaitingListItem>;

export const Summary = z.object({
  boats: z.array(BoatSummary),
  numberUnpaidOrders: z.number().int(),
  /** Everything outstanding, including future orders and orders that wait for a signature. */
  totalOutstanding: Amount,
  /** The part that is due today or earlier: the sum of the three parts below. */
  totalDue: Amount,
  /** The part of `totalDue` that can be paid now. The header offers to pay it (decision P2.19). */
  totalPayableNow: Amount,
  /** The part of `totalDue` that can be paid after an agreement is signed. */
  totalWaitingForSignature: Amount,
  /** The part of `totalDue` that a payment in progress holds. */
  totalInPayment: Amount,
  /** The customer's money that is on no order, in the marina's currency. */
  totalAvailable: Amount,
  /** Sorted by title. Empty without the permission showWaitingLists. */
  waitingListsItems: z.array(WaitingListItem),
  /** Those that wait for a signature, the newest first. Empty without agreementsEnabled. */
  outstandingAgreements: z.array(AgreementSummary),
  /** True if there is any stay to show. False without the flag `my-stays`. */
  hasStays: z.boolean(),
});
export type Summary = z.output<typeof Summary>;

export const getSummary = call({
  name: 'getSummary',
  summary: 'Get the summary for dashboard and header',
  method: 'GET',
  path: 'portal/:guid/summary',
  access: 'account',
  accountIn: 'params.guid',
  params: z.object({ guid: Guid }),
  answer: Summary,
});
