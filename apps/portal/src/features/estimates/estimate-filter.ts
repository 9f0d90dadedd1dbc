import type { EstimateFilter } from '@quayside/contract/estimates.ts';
import { type DateFilter, readDateFilter } from '../../lib/date-filter.ts';
import type { Find } from '../../lib/find.ts';

export const statusFilters = ['Active', 'All', 'Converted', 'Expired'] as const satisfies readonly EstimateFilter[];

/** The filter of the estimates list, as stored in the address. */
export interface EstimateListFilter extends DateFilter, Find {
  /** Default: Active. */
  status?: Exclude<EstimateFilter, 'Active'> | undefined;
}

/** Reads the dates and the status. The page reads the search and the order by itself (`lib/find.ts`). */
export function readEstimateFilter(search: Record<string, unknown>): Omit<EstimateListFilter, keyof Find> {
  const status = statusFilters.find((each) => each === search.status);
  return { ...readDateFilter(search), status: status === 'Active' ? undefined : status };
}
