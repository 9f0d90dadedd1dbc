import { useIsCompact } from '../../lib/compact.ts';
import { useSettled } from '../../lib/settled.ts';
import { CardList } from './card-list.tsx';
import type { PagedListProps, Totals } from './paged-list-props.ts';
import { PagedTable } from './paged-table.tsx';

/** The time that a window must keep its size before lists get a new layout, in ms (SHELL-14). */
const resizeDelayMs = 100;

/**
 * A list with pages (SHELL-14): a table with a pager, or cards with infinite scroll on phones and tablets. The
 * address keeps the position (`page`, `shown`). The list's route reads both with `readPaging`. The list follows the
 * window only once the window keeps its size, because each change fetches other rows.
 */
export function PagedList<Answer extends Totals, Row>(props: PagedListProps<Answer, Row>) {
  const isCompact = useSettled(useIsCompact(), resizeDelayMs);
  return isCompact ? <CardList {...props} /> : <PagedTable {...props} />;
}
