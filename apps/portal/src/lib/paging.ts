/** Rows of a page on desktop, and of a part on phones and tablets (SHELL-14). */
export const pageRows = 10;
export const partRows = 4;

/** Who pages on quickly asks only for the page where they stop (SHELL-14). */
export const fetchDelayMs = 100;

/** How far a list is opened: its page on desktop, and on phones and tablets how many rows. */
export interface Paging {
  page?: number | undefined;
  shown?: number | undefined;
}

/**
 * What a list's route takes of its address; the rest of the search is the route's own. What is no number of a page is
 * undefined and not absent: the router would take it as it came.
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

/** The pages that the pager leads to: the first, at most six around the one that is shown, and the last (decision P9.2). */
export function pagerPages(page: number, totalPages: number): number[] {
  const first = Math.max(1, Math.min(page - 2, totalPages - mostLinks + 1));
  const around = Array.from({ length: Math.min(mostLinks, totalPages) }, (_, place) => first + place);
  return [...new Set([1, ...around, totalPages])];
}

/** Distance 1 of infinite scroll: a tenth of the whole is left below what is in sight. */
const nearness = 0.1;

/** Whether somebody has read on so far that more is wanted; at once where there is nothing to scroll. */
export function isNearEnd({ scrolled, height, whole }: { scrolled: number; height: number; whole: number }): boolean {
  return whole - (scrolled + height) <= whole * nearness;
}
