const shown = new Set<string>();
let isFirst = true;

/**
 * Checks if an entry of the browser's history was on the screen before: the reader went back or forward to it, or
 * reloaded it. Marks the entry as shown.
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
