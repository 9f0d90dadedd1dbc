import { waitToLeave } from '../../../lib/browser/wait-to-leave.ts';

/** In ms. A page that the browser has not left after this time stays, as when a link only begins a download. */
const longestMs = 10_000;

let leftAt = Number.NEGATIVE_INFINITY;
if (!import.meta.env.SSR)
  addEventListener('beforeunload', () => {
    leftAt = performance.now();
  });

/**
 * Waits while the browser leaves this page, by Back, a link or a reload. Firefox and Safari end its calls and loads
 * before the next page is there. To act on that would report failures that are none, and change the history meanwhile.
 */
export async function untilLeft(): Promise<void> {
  if (performance.now() - leftAt < longestMs) await waitToLeave();
}
