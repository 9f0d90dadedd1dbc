import type { EstimateFilter } from '@quayside/contract/orders/estimates.ts';
import { type DateFilter, readDateFilter } from '../../lib/lists/date-filter.ts';
import type { SearchAndSort } from '../../lib/lists/search-and-sort.ts';

export const statusFilters = ['Active', 'All', 'Converted', 'Expired'] as const satisfies readonly EstimateFilter[];

/** The filter of the estimates list, as stored in the address. */
export interface EstimateListFilter extends DateFilter, SearchAndSort {
  /** Default: Active. */
  status?: Exclude<EstimateFilter, 'Active'> | undefined;
}

/** Reads the dates and the status. The page reads the search and the order by itself (`search-and-sort.ts`). */
export function readEstimateFilter(search: Record<string, unknown>): Omit<EstimateListFilter, keyof SearchAndSort> {
  const status = statusFilters.find((each) => each === search.status);
  return { ...readDateFilter(search), status: status === 'Active' ? undefined : status };
}
