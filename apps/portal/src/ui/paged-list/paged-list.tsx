import { partRows } from '@quayside/contract/shared/paging.ts';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSlicedRender } from '../../lib/first-screen/use-sliced-render.ts';
import { compact, useMatch } from '../../lib/browser/media-query.ts';
import { useOpenedRow } from '../../lib/lists/opened-row.ts';
import { fetchDelayMs, isNearEnd } from '../../lib/lists/paging.ts';
import { useDebounced } from '../../lib/lists/use-debounced.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Button } from '../button.tsx';
import { LoadingSkeleton } from '../loading/loading-skeleton.tsx';
import { ErrorState } from '../message/error-state.tsx';
import styles from './paged-list.module.css';
import type { PagedListProps, Totals } from './paged-list-props.ts';
import { PagedTable } from './paged-table.tsx';
import { usePaging } from './use-paging.ts';

/** The time that a window must keep its size before lists get a new layout, in ms (SHELL-14). */
const resizeDelayMs = 100;

/**
 * A list with pages (SHELL-14): a table with a pager, or cards with infinite scroll on phones and tablets. The
 * address keeps the position (`page`, `shown`). The list's route reads both with `readPaging`. The list follows the
 * window only once the window keeps its size, because each change fetches other rows. The server draws both, and the
 * styles show one.
 */
export function PagedList<Answer extends Totals, Row>(props: PagedListProps<Answer, Row>) {
  const isCompactNow = useMatch(compact);
  const settled = useDebounced(isCompactNow, resizeDelayMs);
  // The browser keeps one as soon as it has taken over the page.
  const isCompact = isCompactNow === undefined ? undefined : (settled ?? isCompactNow);
  const isDrawn = isCompact === undefined || undefined;
  return (
    <>
      {isCompact !== true && (
        <div className={styles.onDesk} data-drawn={isDrawn}>
          <PagedTable {...props} />
        </div>
      )}
      {isCompact !== false && (
        <div className={styles.onPhone} data-drawn={isDrawn}>
          <CardList {...props} />
        </div>
      )}
    </>
  );
}

/** Cards, four more each time the reader scrolls near the end or presses the button, which the keyboard can reach. */
function CardList<Answer extends Totals, Row>(props: PagedListProps<Answer, Row>) {
  const { label, keyOf, card, head, empty, failureTitle } = props;
  const { rows, total, error, isFetching, retry, showMore } = useParts(props);
  const isDrawn = useSlicedRender(total !== undefined);
  const list = useRef<HTMLUListElement>(null);
  const noteOpened = useOpenedRow(list, isDrawn && rows.length);
  const focusNext = useRef<number | null>(null);
  const hasMore = rows.length < (total ?? 0);
  useInfiniteScroll(() => isPassedByFocus(list.current) || showMore(), hasMore && !isFetching && !error);

  useEffect(() => {
    // The button stays in its place while there are more rows. After the last ones it disappears, and the first new
    // row gets the focus.
    const place = focusNext.current;
    if (place === null || rows.length <= place) return;
    focusNext.current = null;
    if (!hasMore) (list.current?.children[place] as HTMLElement | undefined)?.focus();
  }, [rows.length, hasMore]);

  if (total === 0) return empty;
  if (rows.length === 0 && error) return <ErrorState title={failureTitle} error={error} onRetry={retry} />;
  if (total === undefined || !isDrawn) return <LoadingSkeleton heights={Array.from({ length: partRows }, () => 120)} />;
  return (
    <div className={styles.list}>
      {head?.(total)}
      <ul ref={list} className={styles.cards} aria-label={label} aria-busy={isFetching} onClickCapture={noteOpened}>
        {rows.map((row) => (
          <li key={keyOf(row)} tabIndex={-1} className={styles.card}>
            {card(row)}
          </li>
        ))}
      </ul>
      {error && <ErrorState title={failureTitle} error={error} onRetry={retry} />}
      <Foot
        shown={rows.length}
        total={total}
        onMore={() => {
          focusNext.current = rows.length;
          showMore();
        }}
      />
    </div>
  );
}

function Foot({ shown, total, onMore }: { shown: number; total: number; onMore: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.foot}>
      <output className={styles.range}>{t('paging.shown', { shown, total })}</output>
      {shown < total && (
        <Button type="button" variant="default" onClick={onMore}>
          {t('paging.more')}
        </Button>
      )}
    </div>
  );
}

/**
 * Tells if somebody with a keyboard has left the list behind. Rows that load above the focus would move it out of
 * sight.
 */
function isPassedByFocus(list: Element | null): boolean {
  const focused = document.querySelector(':focus-visible');
  if (!list || !focused) return false;
  return (list.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

const throttleMs = 50;

/**
 * Asks for more when the page is scrolled near its end. Checks every 50 ms at most, and each time that it may ask
 * again.
 */
function useInfiniteScroll(onNearEnd: () => void, mayAsk: boolean): void {
  const look = useEffectEvent(() => {
    const { scrollHeight } = document.documentElement;
    if (isNearEnd({ scrolled: scrollY, height: innerHeight, whole: scrollHeight })) onNearEnd();
  });

  useEffect(() => {
    if (!mayAsk) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        look();
      }, throttleMs);
    };
    later();
    addEventListener('scroll', later, { passive: true });
    return () => {
      removeEventListener('scroll', later);
      clearTimeout(timer);
    };
  }, [mayAsk]);
}

/**
 * The most parts that load before the list's length is known, and that the server draws. Anybody can write an address
 * with a hundred thousand rows.
 */
const mostParts = 5;

/**
 * Returns the rows from the first to the number in the address, in parts of four. After a reload, all parts that the
 * list has load at once.
 */
function useParts<Answer extends Totals, Row>({ query, rowsOf, keyOf }: PagedListProps<Answer, Row>) {
  const paging = usePaging();
  const shown = useDebounced(paging.shown ?? partRows, fetchDelayMs);
  // It only grows: parts that were read at different times can tell different totals.
  const [longest, setLongest] = useState(mostParts * partRows);
  const rowCount = import.meta.env.SSR ? Math.min(shown, mostParts * partRows) : Math.min(shown, longest);
  const parts = useQueries({
    queries: Array.from({ length: Math.ceil(rowCount / partRows) }, (_, place) =>
      query({ page: place + 1, rows: partRows }),
    ),
  });
  const missing = parts.findIndex(({ data }) => data === undefined);
  const there = parts.slice(0, missing === -1 ? parts.length : missing).flatMap(({ data }) => data ?? []);
  const total = there.at(-1)?.totalItems;
  if (total !== undefined && total > longest) setLongest(total);
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
