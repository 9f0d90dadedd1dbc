import { z } from 'zod';
import { call } from './call.ts';
import { Day, Guid } from './common.ts';
import { PageQuery, PageTotals } from './paging.ts';

/** Which stays, by the day at the site: going on today, to come, or over. */
export const StayFilter = z.enum(['All', 'Current', 'Upcoming', 'Historical']);
export type StayFilter = z.output<typeof StayFilter>;

/** A boat's time at a place of the marina. */
export const Stay = z.object({
  id: z.number().int(),
  /** null: of no boat that is known here, such as one that was sold before. */
  boatId: z.number().int().nullable(),
  /** As it was called then. */
  boatName: z.string(),
  from: Day,
  /** Its last day; null: open. */
  depart: Day.nullable(),
  /** The berth, mooring or place ashore. */
  assetName: z.string(),
  /** Such as 'Annual berth'. */
  type: z.string(),
});
export type Stay = z.output<typeof Stay>;

/** What is to come is answered soonest first, everything else the latest first. */
export const listStays = call({
  name: 'listStays',
  summary: "The account's stays, a page at a time",
  method: 'GET',
  path: 'portal/occupancies/:guid',
  access: 'account',
  accountIn: 'params.guid',
  feature: 'my-stays',
  params: z.object({ guid: Guid }),
  query: PageQuery.extend({
    /** Current where nothing is said. */
    filter: StayFilter.optional(),
  }),
  answer: z.object({ items: z.array(Stay), ...PageTotals.shape }),
});
