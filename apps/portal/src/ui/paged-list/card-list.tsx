import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useArrival } from '../../lib/arrival.ts';
import { partRows } from '../../lib/paging.ts';
import { Button } from '../button.tsx';
import { ErrorState } from '../message/error-state.tsx';
import { LoadingSkeleton } from '../loading-skeleton.tsx';
import type { PagedListProps, Totals } from './paged-list-props.ts';
import styles from './paged-list.module.css';
import { useInfiniteScroll } from './use-infinite-scroll.ts';
import { useParts } from './use-parts.ts';

/** Cards, four more each time the reader scrolls near the end or presses the button, which the keyboard can reach. */
export function CardList<Answer extends Totals, Row>(props: PagedListProps<Answer, Row>) {
  const { label, keyOf, card, head, empty, failureTitle } = props;
  const { rows, total, error, isFetching, retry, showMore } = useParts(props);
  const isDrawn = useArrival(total !== undefined);
  const list = useRef<HTMLUListElement>(null);
  const focusNext = useRef<number | null>(null);
  const hasMore = rows.length < (total ?? 0);
  useInfiniteScroll(showMore, hasMore && !isFetching && !error);

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
      <ul ref={list} className={styles.cards} aria-label={label} aria-busy={isFetching}>
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
