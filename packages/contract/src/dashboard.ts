import { z } from 'zod';
import { AgreementSummary } from './agreements.ts';
import { call } from './call.ts';
import { Amount, Day, Guid } from './common.ts';

/** A boat. Lengths are in the tenant's measurement system. */
export const BoatSummary = z.object({
  /** By which documents name their boat. */
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
  /** 1 is next; null where the marina gives no ranks. */
  position: z.number().int().nullable(),
  /** When the customer joined, where that is known; `addedOn` always is (decision C3.5). */
  joinedOn: Day.nullable(),
  addedOn: Day,
  /** Since when whoever waits longest on the list has waited. */
  oldest: Day,
});
export type WaitingListItem = z.output<typeof WaitingListItem>;

export const Summary = z.object({
  boats: z.array(BoatSummary),
  numberUnpaidOrders: z.number().int(),
  /** All that is outstanding, future orders and those that wait for a signature included. */
  totalOutstanding: Amount,
  /** Due today or earlier and payable online: what the header offers to pay (decision P2.19). */
  totalDueNow: Amount,
  /** By title; empty without the permission showWaitingLists. */
  waitingListsItems: z.array(WaitingListItem),
  /** Those that wait for a signature, the newest first; empty without agreementsEnabled. */
  outstandingAgreements: z.array(AgreementSummary),
  /** Whether there is any stay to show; false without the flag `my-stays`. */
  hasStays: z.boolean(),
});
export type Summary = z.output<typeof Summary>;

export const getSummary = call({
  name: 'getSummary',
  summary: 'What the dashboard and the header show',
  method: 'GET',
  path: 'portal/:guid/summary',
  access: 'account',
  accountIn: 'params.guid',
  params: z.object({ guid: Guid }),
  answer: Summary,
});
