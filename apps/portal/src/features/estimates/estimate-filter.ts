import type { EstimateFilter } from '@quayside/contract/estimates.ts';
import { type DateFilter, readDateFilter } from '../../lib/date-filter.ts';

export const statusFilters = ['Active', 'All', 'Converted', 'Expired'] as const satisfies readonly EstimateFilter[];

/** The filter of the estimates list, as stored in the address. */
export interface EstimateListFilter extends DateFilter {
  /** Default: Active. */
  status?: Exclude<EstimateFilter, 'Active'> | undefined;
}

export function readEstimateFilter(search: Record<string, unknown>): EstimateListFilter {
  const status = statusFilters.find((each) => each === search.status);
  return { ...readDateFilter(search), status: status === 'Active' ? undefined : status };
}
