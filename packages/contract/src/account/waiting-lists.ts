import { z } from 'zod';
import { Day, Instant } from '../shared/common.ts';

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
