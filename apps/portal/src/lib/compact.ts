import { useMediaQuery } from './media-query.ts';
import { useSettled } from './settled.ts';

/** Phone or tablet: the one predicate for cards, 4 rows and infinite scroll together (decision C9.1). */
const compact = '(max-width: 991px), (pointer: coarse)';

/** How long a window has to keep its size before lists are laid out anew (SHELL-14). */
const resizeDelayMs = 100;

/** Whether lists are cards that go on as one scrolls, instead of a table with pages. */
export function useIsCompact(): boolean {
  return useSettled(useMediaQuery(compact), resizeDelayMs);
}
