import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/texts/texts.ts';
import { EmptyState } from '../message/empty-state.tsx';

interface Props {
  /** The words that were searched for. */
  search: string | undefined;
  /** True if another filter may hide rows. */
  isNarrowed: boolean;
  /** The link to the whole list. */
  all: ReactNode;
  /** Says what comes next if the whole list is empty. */
  next: string;
  /** One sentence that names the filter. */
  children: string;
}

/** An empty list: it leads to all rows, or says what comes next. */
export function EmptyList({ search, isNarrowed, all, next, children }: Props) {
  const { t } = useTranslation();
  if (search !== undefined) return <EmptyState action={all}>{t('lists.nothingFound', { search })}</EmptyState>;
  if (isNarrowed) return <EmptyState action={all}>{children}</EmptyState>;
  return <EmptyState next={next}>{children}</EmptyState>;
}
