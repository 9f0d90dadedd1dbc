import type { StayFilter } from '@quayside/contract/stays.ts';

export const stayFilters = ['All', 'Current', 'Upcoming', 'Historical'] as const satisfies readonly StayFilter[];

/** What the list of stays is narrowed to, by its address; Current where nothing is said. */
export function readStayFilter({ filter }: Record<string, unknown>): { filter?: StayFilter | undefined } {
  const chosen = stayFilters.find((each) => each === filter);
  // Not absent but undefined: what is absent, the router takes as it came.
  return { filter: chosen === 'Current' ? undefined : chosen };
}
