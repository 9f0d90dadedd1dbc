import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Paging } from '../../lib/lists/paging.ts';

type Search = Record<string, unknown> & Paging;

/** Returns the position of the list from the address, and the functions that move it. */
export function usePaging() {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  /** The search with another position of the list. It serves the routes of all lists, and their types differ. */
  const searchAt = (paging: Paging) => ({ ...search, ...paging }) as never;
  /** Adds no entry to the history and keeps the scroll position. */
  const replace = (paging: Paging) =>
    void navigate({ to: '.', search: searchAt(paging), replace: true, resetScroll: false });
  return { page: search.page ?? 1, shown: search.shown, searchAt, replace };
}
