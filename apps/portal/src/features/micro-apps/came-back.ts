import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';

const shown = new Set<string>();
let isFirst = true;
let isFollowing = false;

/** Returns the key of an entry of the browser's history. */
export const keyOf = ({ state }: Pick<ParsedLocation, 'state'>): string => state.__TSR_key ?? '';

/** Checks if an app was on the screen for an entry of the browser's history, and not opened again since. */
export const wasShown = (historyKey: string): boolean => shown.has(historyKey);

/**
 * Checks if an entry of the browser's history was on the screen before: the reader went back or forward to it, or
 * reloaded it. Marks the entry as shown.
 */
export function cameBack(historyKey: string): boolean {
  const isBack = wasShown(historyKey) || (isFirst && documentCameBack());
  isFirst = false;
  shown.add(historyKey);
  return isBack;
}

/**
 * Forgets an entry that the reader opens again while it is the current one: its app starts over. This watches from
 * the first app until the document ends, because the reader can come back and open the app again before its frame
 * is on the screen.
 */
export function followReopening(router: Pick<AnyRouter, 'latestLocation' | 'subscribe'>): void {
  if (isFollowing) return;
  isFollowing = true;
  let current = keyOf(router.latestLocation);
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
    const key = keyOf(toLocation);
    if (key === current && fromLocation) shown.delete(key);
    current = key;
  });
}

function documentCameBack(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'back_forward' || navigation?.type === 'reload';
}
