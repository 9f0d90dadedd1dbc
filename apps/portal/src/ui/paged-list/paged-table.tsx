import { pageRows } from '@quayside/contract/shared/paging.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useOpenedRow } from '../../lib/lists/opened-row.ts';
import { fetchDelayMs, pagerPages } from '../../lib/lists/paging.ts';
import { useDebounced } from '../../lib/lists/use-debounced.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { LoadingSkeleton } from '../loading/loading-skeleton.tsx';
import { ErrorState } from '../message/error-state.tsx';
import { ScrollBox } from '../table/scroll-box.tsx';
import styles from './paged-list.module.css';
import type { Column } from '../table/column.ts';
import type { PagedListProps, Totals } from './paged-list-props.ts';
import { usePaging } from './use-paging.ts';

/**
 * A page of ten rows, with a pager if there are more. The previous page stays until the next one has loaded. A page
 * that is known stays if it can't be read again.
 */
export function PagedTable<Answer extends Totals, Row>(props: PagedListProps<Answer, Row>) {
  const { query, rowsOf, head, empty, failureTitle } = props;
  const { page, replace } = usePaging();
  const requestedPage = useDebounced(page, fetchDelayMs);
  const answered = useQuery({ ...query({ page: requestedPage, rows: pageRows }), placeholderData: keepPreviousData });
  const { data, error, refetch } = answered;
  const isBusy = requestedPage !== page || answered.isFetching;
  const lastPage = data?.totalPages ?? 0;

  useEffect(() => {
    // The page no longer exists, for example in an old bookmark.
    if (!isBusy && lastPage > 0 && page > lastPage) replace({ page: lastPage });
  });

  if (error && !data) return <ErrorState title={failureTitle} error={error} onRetry={refetch} />;
  if (!data) return <LoadingSkeleton heights={Array.from({ length: pageRows }, () => 56)} />;
  if (data.totalItems === 0) return empty;
  return (
    <div className={styles.list}>
      {head?.(data.totalItems)}
      <ScrollBox label={props.label}>
        <Table {...props} rows={rowsOf(data)} isBusy={isBusy} />
      </ScrollBox>
      <div className={styles.foot}>
        <Range page={requestedPage} totalItems={data.totalItems} />
        <Pager page={page} totalPages={data.totalPages} />
      </div>
    </div>
  );
}

function Table<Row>({
  label,
  columns,
  keyOf,
  rows,
  isBusy,
}: {
  label: string;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  rows: readonly Row[];
  isBusy: boolean;
}) {
  const table = useRef<HTMLTableElement>(null);
  const noteOpened = useOpenedRow(table, rows);
  return (
    <table ref={table} className={styles.table} aria-label={label} aria-busy={isBusy} onClickCapture={noteOpened}>
      <thead>
        <tr>
          {columns.map(({ title, align, isExtra, isActions }) => (
            <th key={title} scope="col" data-align={align} data-extra={isExtra} data-on-screen={isActions}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, cell, align, isShort, isExtra, isActions }) => (
              <td key={title} data-align={align} data-short={isShort} data-extra={isExtra} data-on-screen={isActions}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The range of the visible rows. Screen readers announce it when it changes. */
function Range({ page, totalItems }: { page: number; totalItems: number }) {
  const { t } = useTranslation();
  const from = (page - 1) * pageRows + 1;
  const to = Math.min(page * pageRows, totalItems);
  return <output className={styles.range}>{t('paging.range', { from, to, total: totalItems })}</output>;
}

interface PagerProps {
  page: number;
  totalPages: number;
}

/** Links to the pages of a list, each with its own address. Hidden if there is only one page (SHELL-15). */
function Pager({ page, totalPages }: PagerProps) {
  const { t } = useTranslation();
  const { searchAt } = usePaging();
  if (totalPages <= 1) return null;
  const pages = pagerPages(page, totalPages);
  return (
    <nav aria-label={t('paging.pages')}>
      <ol className={styles.pager}>
        {pages.map((each, place) => (
          <li key={each} data-gap={each - (pages[place - 1] ?? 0) > 1 || undefined}>
            <Link
              to="."
              search={searchAt({ page: each === 1 ? undefined : each })}
              // Without this the router would treat the first page's address as a prefix of all others.
              activeOptions={{ exact: true, explicitUndefined: true }}
              className={styles.page}
              aria-label={t('paging.page', { page: each })}
              aria-current={each === page ? 'page' : undefined}
            >
              {each}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
