import { useNavigate, useSearch } from '@tanstack/react-router';
import { type DateFilter, readDateFilter } from '../../lib/date-filter.ts';

type History = '/secure/account/order-history' | '/secure/account/payment-history';

/** The span of time that a history shows, which stands in its address, and how to choose another. */
export function useDateFilter(history: History) {
  const filter = readDateFilter({ ...useSearch({ from: history }) });
  const navigate = useNavigate({ from: history });
  // Another list begins with its first page.
  const choose = (next: DateFilter) => void navigate({ search: next, replace: true, resetScroll: false });
  return { filter, choose };
}
