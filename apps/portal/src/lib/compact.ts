import { useMediaQuery } from './media-query.ts';
import { useSettled } from './settled.ts';

/**
 * Matches phones and tablets: a narrow screen, or a finger as the main pointer. It decides on cards, 4 rows and
 * infinite scroll together (decision C9.1).
 */
const compact = '(max-width: 991.98px), (pointer: coarse)';

/** The time that a window must keep its size before lists get a new layout, in ms (SHELL-14). */
const resizeDelayMs = 100;

/** Returns true on a phone or tablet. It follows the window at once. */
export const useIsCompact = (): boolean => useMediaQuery(compact);

/**
 * Returns true if paged lists are cards with infinite scroll, and false if they are tables with pages. It follows the
 * window only once the window keeps its size, because each change makes the lists fetch other rows.
 */
export const useIsListCompact = (): boolean => useSettled(useIsCompact(), resizeDelayMs);
