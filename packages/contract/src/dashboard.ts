import { z } from 'zod';
import { call } from './call.ts';
import { Amount, Guid } from './common.ts';

/** C§3; lengths are in the tenant's measurement system. */
export const BoatSummary = z.object({
  name: z.string(),
  type: z.string(),
  length: z.number(),
  beam: z.number(),
  draft: z.number(),
  relationship: z.string(),
  currentStickerNumber: z.string().nullable(),
});
export type BoatSummary = z.output<typeof BoatSummary>;

export const Summary = z.object({
  boats: z.array(BoatSummary),
  numberUnpaidOrders: z.number().int(),
  /** All that is outstanding, future orders and those that wait for a signature included. */
  totalOutstanding: Amount,
  /** Due today or earlier and payable online: what the header offers to pay (decision P2.19). */
  totalDueNow: Amount,
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
