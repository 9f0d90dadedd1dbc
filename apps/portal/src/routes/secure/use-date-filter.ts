import { useNavigate, useSearch } from '@tanstack/react-router';
import { type DateFilter, readDateFilter } from '../../lib/date-filter.ts';

type History = '/secure/account/order-history' | '/secure/account/payment-history';

/** Returns the period of a history from its address, and a function that changes it. */
export function useDateFilter(history: History) {
  const filter = readDateFilter({ ...useSearch({ from: history }) });
  const navigate = useNavigate({ from: history });
  // A changed filter starts at the first page.
  const choose = (next: DateFilter) => void navigate({ search: next, replace: true, resetScroll: false });
  return { filter, choose };
}
