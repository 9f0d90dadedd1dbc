import { useQueries } from '@tanstack/react-query';
import { fetchDelayMs, partRows } from '../../lib/paging.ts';
import { useSettled } from '../../lib/settled.ts';
import type { PagedListProps, Totals } from './paged-list-props.ts';
import { usePaging } from './use-paging.ts';

/**
 * Returns the rows from the first to the number in the address, in parts of four. After a reload, all parts load at
 * once.
 */
export function useParts<Answer extends Totals, Row>({ query, rowsOf, keyOf }: PagedListProps<Answer, Row>) {
  const paging = usePaging();
  const shown = useSettled(paging.shown ?? partRows, fetchDelayMs);
  const parts = useQueries({
    queries: Array.from({ length: Math.ceil(shown / partRows) }, (_, place) =>
      query({ page: place + 1, rows: partRows }),
    ),
  });
  const missing = parts.findIndex(({ data }) => data === undefined);
  const there = parts.slice(0, missing === -1 ? parts.length : missing).flatMap(({ data }) => data ?? []);
  const total = there.at(-1)?.totalItems;
  // New rows at the top push others into the next part. Each row is shown once.
  const rows = [...new Map(there.flatMap(rowsOf).map((row) => [keyOf(row), row])).values()];
  const failed = parts.filter(({ error }) => error !== null);
  return {
    rows,
    total,
    error: failed[0]?.error ?? null,
    isFetching: shown !== (paging.shown ?? partRows) || parts.some(({ isFetching }) => isFetching),
    retry: () => Promise.all(failed.map(({ refetch }) => refetch())),
    showMore: () => paging.replace({ shown: parts.length * partRows + partRows }),
  };
}
