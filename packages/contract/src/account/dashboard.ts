import { z } from 'zod';
import { AgreementSummary } from '../agreements/agreements.ts';
import { BoatSummary } from './boats.ts';
import { call } from '../shared/call.ts';
import { Amount, Guid } from '../shared/common.ts';
import { WaitingListItem } from './waiting-lists.ts';

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
