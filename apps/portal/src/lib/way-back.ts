import { believedSession, isSignedIn } from './session.ts';

/**
 * A browser may keep a page whole while another one is shown, and bring it back as it was. By then nobody may be signed
 * in any more, or somebody else: what is kept shows nothing, and is loaded anew.
 */
export function watchWayBack(): void {
  const page = document.documentElement;
  addEventListener('pagehide', ({ persisted }) => {
    page.hidden = persisted && isSignedIn(believedSession());
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && page.hidden) location.reload();
  });
}
