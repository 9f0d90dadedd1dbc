import { partRows } from '@quayside/contract/shared/paging.ts';

/**
 * The delay in ms before a page is requested. A reader who skips pages quickly requests only the last one
 * (SHELL-14).
 */
export const fetchDelayMs = 100;

/** The visible part of a list: its page on desktop, its number of rows on phones and tablets. */
export interface Paging {
  page?: number | undefined;
  shown?: number | undefined;
}

/**
 * Reads the paging from a route's search parameters. Invalid values become undefined. They must not be absent,
 * because the router would then keep the raw value.
 */
export function readPaging({ page, shown }: Record<string, unknown>): Paging {
  return {
    page: isWhole(page, 1) ? Number(page) : undefined,
    shown: isWhole(shown, partRows) ? Number(shown) : undefined,
  };
}

const isWhole = (value: unknown, more: number) => {
  const number = Number(value);
  return typeof value !== 'object' && Number.isSafeInteger(number) && number > more && number <= 100_000;
};

const mostLinks = 6;

/**
 * Returns the pages that the pager links to: the first, at most six around the current one, and the last (decision
 * P9.2).
 */
export function pagerPages(page: number, totalPages: number): number[] {
  const first = Math.max(1, Math.min(page - 2, totalPages - mostLinks + 1));
  const around = Array.from({ length: Math.min(mostLinks, totalPages) }, (_, place) => first + place);
  return [...new Set([1, ...around, totalPages])];
}

/** Infinite scroll loads more when this share of the whole height is left below the visible part. */
const nearness = 0.1;

/** Checks if the reader is near the end, so that more should load. True at once if nothing scrolls. */
export function isNearEnd({ scrolled, height, whole }: { scrolled: number; height: number; whole: number }): boolean {
  return whole - (scrolled + height) <= whole * nearness;
}
