import { z } from 'zod';
import { Day } from './common.ts';

const wholeNumber = (from: number, to: number) => z.coerce.number().int().min(from).max(to).optional();

/** Which part of a list: `page` and `rows`, or `skip` and `take` (decision C3.15). The first ten where nothing is said. */
export const PageQuery = z.object({
  page: wholeNumber(1, 1_000_000),
  rows: wholeNumber(1, 100),
  skip: wholeNumber(0, 100_000_000),
  take: wholeNumber(1, 100),
});

/** How much there is beside what a page shows. */
export const PageTotals = z.object({ totalItems: z.number().int(), totalPages: z.number().int() });

/** The days, at the site, of a list's first and last entry; both null where there is none (decision P7.10). */
export const DateRange = z.object({ from: Day.nullable(), to: Day.nullable(), count: z.number().int() });

export interface Part {
  skip: number;
  take: number;
}

/** The part of a list that is asked for. */
export function partOf({ page = 1, rows, skip, take }: z.output<typeof PageQuery>): Part {
  const size = take ?? rows ?? 10;
  return { skip: skip ?? (page - 1) * size, take: size };
}

/** How much there is, in pages as long as the one that is asked for. */
export function totalsOf(totalItems: number, { take }: Part): z.output<typeof PageTotals> {
  return { totalItems, totalPages: Math.ceil(totalItems / take) };
}
