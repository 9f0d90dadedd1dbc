import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { pagerPages } from '../../lib/paging.ts';
import styles from './paged-list.module.css';
import { usePaging } from './use-paging.ts';

export interface PagerProps {
  page: number;
  totalPages: number;
}

/** Links to the pages of a list, each with its own address. Hidden if there is only one page (SHELL-15). */
export function Pager({ page, totalPages }: PagerProps) {
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
