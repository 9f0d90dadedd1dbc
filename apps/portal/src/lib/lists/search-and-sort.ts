import type { MoneySort } from '@quayside/contract/shared/paging.ts';

export const moneySorts = ['newest', 'oldest', 'highest', 'lowest'] as const satisfies readonly MoneySort[];

/** The words that a list is searched for, and its order, as stored in the address. */
export interface SearchAndSort<Sort extends string = MoneySort> {
  search?: string | undefined;
  /** Undefined for the list's own order. */
  sort?: Sort | undefined;
}

/**
 * Reads the search and the order from an address, without invalid values. Pages call it and routes don't: every first
 * page loads the routes, and the router keeps values that a route doesn't read.
 */
export function readSearchAndSort({ search, sort }: Record<string, unknown>): SearchAndSort {
  const known = moneySorts.find((each) => each === sort);
  return { search: readSearchText(search), sort: known === 'newest' ? undefined : known };
}

/** The server accepts no longer text. */
const mostCharacters = 100;

/** Returns the words of an address, or undefined if there are none. */
export function readSearchText(search: unknown): string | undefined {
  const words = typeof search === 'string' ? search.trim().slice(0, mostCharacters) : '';
  return words === '' ? undefined : words;
}
