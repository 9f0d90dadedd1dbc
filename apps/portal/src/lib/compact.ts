import { useMediaQuery } from './media-query.ts';

/**
 * Matches phones and tablets: a narrow screen, or a finger as the main pointer. It decides on cards, 4 rows and
 * infinite scroll together (decision C9.1). `data-table.module.css` has the same.
 */
export const compact = '(max-width: 991.98px), (pointer: coarse)';

/** Returns true on a phone or tablet. It follows the window at once. */
export const useIsCompact = (): boolean => useMediaQuery(compact);
