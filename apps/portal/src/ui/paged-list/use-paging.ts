import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Paging } from '../../lib/paging.ts';

type Search = Record<string, unknown> & Paging;

/** How far the list is opened, by the address, and the ways to open it further. */
export function usePaging() {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  /** The search with the list opened elsewhere. Each list's route has a type of its own, which this one serves too. */
  const searchAt = (paging: Paging) => ({ ...search, ...paging }) as never;
  /** Leaves no trace in the history, and the page where it is scrolled to. */
  const replace = (paging: Paging) =>
    void navigate({ to: '.', search: searchAt(paging), replace: true, resetScroll: false });
  return { page: search.page ?? 1, shown: search.shown, searchAt, replace };
}
