import { believedSession, isSignedIn } from './session.ts';

/**
 * Reloads a page that the browser restores from its back/forward cache. By then nobody or somebody else may be
 * signed in, so the kept page stays hidden.
 */
export function reloadRestoredPages(): void {
  const page = document.documentElement;
  addEventListener('pagehide', ({ persisted }) => {
    page.hidden = persisted && isSignedIn(believedSession());
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && page.hidden) location.reload();
  });
}
