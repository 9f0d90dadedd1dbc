const shown = new Set<string>();
let isFirst = true;

/**
 * Whether an entry of the browser's history that an app is shown for was on the screen before: the reader went back or
 * forward to it, or loaded it anew. From now on it was.
 */
export function cameBack(historyKey: string): boolean {
  const wasShown = shown.has(historyKey) || (isFirst && documentCameBack());
  isFirst = false;
  shown.add(historyKey);
  return wasShown;
}

function documentCameBack(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'back_forward' || navigation?.type === 'reload';
}
