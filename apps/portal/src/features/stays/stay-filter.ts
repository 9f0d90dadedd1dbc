import type { StayFilter } from '@quayside/contract/account/stays.ts';

export const stayFilters = ['All', 'Current', 'Upcoming', 'Historical'] as const satisfies readonly StayFilter[];

/** Reads the filter of the stays from the address. Default: Current. */
export function readStayFilter({ filter }: Record<string, unknown>): { filter?: StayFilter | undefined } {
  const chosen = stayFilters.find((each) => each === filter);
  // Undefined and not absent, because the router would then keep the raw value.
  return { filter: chosen === 'Current' ? undefined : chosen };
}
