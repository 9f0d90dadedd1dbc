import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Day, Guid } from '../shared/common.ts';
import { PageQuery, PageTotals } from '../shared/paging.ts';

/** The filter of stays, by the day at the site: current, upcoming or past. */
export const StayFilter = z.enum(['All', 'Current', 'Upcoming', 'Historical']);
export type StayFilter = z.output<typeof StayFilter>;

/** A boat's time at a place of the marina. */
export const Stay = z.object({
  id: z.number().int(),
  /** Null if the boat is not known here, for example because it was sold before. */
  boatId: z.number().int().nullable(),
  /** The boat's name at that time. */
  boatName: z.string(),
  from: Day,
  /** Its last day. Null: open-ended. */
  depart: Day.nullable(),
  /** The berth, mooring or place ashore. */
  assetName: z.string(),
  /** Such as 'Annual berth'. */
  type: z.string(),
});
export type Stay = z.output<typeof Stay>;

/** Upcoming stays are sorted soonest first, all others latest first. */
export const listStays = call({
  name: 'listStays',
  summary: "List the account's stays, page by page",
  method: 'GET',
  path: 'portal/occupancies/:guid',
  access: 'account',
  accountIn: 'params.guid',
  feature: 'my-stays',
  params: z.object({ guid: Guid }),
  query: PageQuery.extend({
    /** Default: Current. */
    filter: StayFilter.optional(),
  }),
  answer: z.object({ items: z.array(Stay), ...PageTotals.shape }),
});
