import { useIsCompact } from '../../lib/compact.ts';
import { CardList } from './card-list.tsx';
import type { PagedListProps, Totals } from './paged-list-props.ts';
import { PagedTable } from './paged-table.tsx';

/**
 * Every list that has pages (SHELL-14): a table with a pager, or on phones and tablets cards that go on as one scrolls.
 * How far it is opened is in the address (`page`, `shown`): its route takes both with `readPaging`.
 */
export function PagedList<Answer extends Totals, Row>(props: PagedListProps<Answer, Row>) {
  return useIsCompact() ? <CardList {...props} /> : <PagedTable {...props} />;
}
