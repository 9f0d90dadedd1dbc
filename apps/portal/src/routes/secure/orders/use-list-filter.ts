import { useNavigate, useSearch } from '@tanstack/react-router';
import { readDateFilter } from '../../../lib/lists/date-filter.ts';
import { readSearchAndSort } from '../../../lib/lists/search-and-sort.ts';
import type { ListFilter } from '../../../ui/filters/list-filters.tsx';

type History = '/secure/account/order-history' | '/secure/account/payment-history';

/** Returns the filter of a history from its address, and a function that changes it. */
export function useListFilter(history: History) {
  const search = { ...useSearch({ from: history }) };
  const filter: ListFilter = { ...readDateFilter(search), ...readSearchAndSort(search) };
  const navigate = useNavigate({ from: history });
  // A changed filter starts at the first page.
  const choose = (next: ListFilter) => void navigate({ search: next, replace: true, resetScroll: false });
  return { filter, choose };
}
