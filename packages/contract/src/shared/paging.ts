import { z } from 'zod';
import { addressNumber, Day } from './common.ts';

const wholeNumber = (from: number, to: number) => addressNumber(z.int().min(from).max(to)).optional();

/** The requested part of a list: `page` and `rows`, or `skip` and `take` (decision C3.15). Default: the first ten. */
export const PageQuery = z.object({
  page: wholeNumber(1, 1_000_000),
  rows: wholeNumber(1, 100),
  skip: wholeNumber(0, 100_000_000),
  take: wholeNumber(1, 100),
});

/** The order of a list about money. `highest` and `lowest` compare the whole amounts. Default: newest. */
export const MoneySort = z.enum(['newest', 'oldest', 'highest', 'lowest']);
export type MoneySort = z.output<typeof MoneySort>;

/** The words that every row holds, in upper or lower case. */
export const Words = z.string().trim().max(100);

/** Narrows and orders a list about money. */
export const FindQuery = z.object({ search: Words.optional(), sort: MoneySort.optional() });

/** The total number of items and pages of the list. */
export const PageTotals = z.object({ totalItems: z.number().int(), totalPages: z.number().int() });

/** The site's days of the first and the last entry of a list. Both are null if it is empty (decision P7.10). */
export const DateRange = z.object({ from: Day.nullable(), to: Day.nullable(), count: z.number().int() });

/** The rows of a page of a list on a desk, and of a part on phones and tablets (SHELL-14). */
export const pageRows = 10;
export const partRows = 4;

export interface Part {
  skip: number;
  take: number;
}

/** Returns the requested part of a list. */
export function partOf({ page = 1, rows, skip, take }: z.output<typeof PageQuery>): Part {
  const size = take ?? rows ?? 10;
  return { skip: skip ?? (page - 1) * size, take: size };
}

/** Returns the totals, with pages as long as the requested one. */
export function totalsOf(totalItems: number, { take }: Part): z.output<typeof PageTotals> {
  return { totalItems, totalPages: Math.ceil(totalItems / take) };
}
