import { useIsListCompact } from '../../lib/compact.ts';
import { CardList } from './card-list.tsx';
import type { PagedListProps, Totals } from './paged-list-props.ts';
import { PagedTable } from './paged-table.tsx';

/**
 * A list with pages (SHELL-14): a table with a pager, or cards with infinite scroll on phones and tablets. The
 * address keeps the position (`page`, `shown`). The list's route reads both with `readPaging`.
 */
export function PagedList<Answer extends Totals, Row>(props: PagedListProps<Answer, Row>) {
  return useIsListCompact() ? <CardList {...props} /> : <PagedTable {...props} />;
}
