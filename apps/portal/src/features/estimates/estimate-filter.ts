import type { EstimateFilter } from '@quayside/contract/estimates.ts';
import { type DateFilter, readDateFilter } from '../../lib/date-filter.ts';

export const statusFilters = ['Active', 'All', 'Converted', 'Expired'] as const satisfies readonly EstimateFilter[];

/** What the list of estimates is narrowed to, by its address. */
export interface EstimateListFilter extends DateFilter {
  /** Active where nothing is said. */
  status?: Exclude<EstimateFilter, 'Active'> | undefined;
}

export function readEstimateFilter(search: Record<string, unknown>): EstimateListFilter {
  const status = statusFilters.find((each) => each === search.status);
  return { ...readDateFilter(search), status: status === 'Active' ? undefined : status };
}
