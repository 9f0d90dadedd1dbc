import type { StayFilter } from '@quayside/contract/stays.ts';

export const stayFilters = ['All', 'Current', 'Upcoming', 'Historical'] as const satisfies readonly StayFilter[];

/** What the list of stays is narrowed to, by its address; Current where nothing is said (C§9). */
export function readStayFilter({ filter }: Record<string, unknown>): { filter?: StayFilter } {
  const chosen = stayFilters.find((each) => each === filter);
  return chosen === undefined || chosen === 'Current' ? {} : { filter: chosen };
}
