import { storeRedirect } from '../lib/navigation/redirect-url.ts';
import type { SessionEnd } from '../lib/session/session.ts';
import { t } from '../lib/texts/texts.ts';
import { showToast } from '../lib/toasts.ts';
import type { PortalRouter } from './router.tsx';

/** Sends the reader to the right page with the right message when this tab's session ends (decision C6.6). */
export async function leaveSession(router: PortalRouter, end: SessionEnd): Promise<void> {
  const { href, pathname } = router.state.location;
  if (end === 'unauthorised') {
    showToast({
      kind: 'error',
      title: t('general.unauthorisedTitle'),
      message: t('general.unauthorisedMessage'),
    });
  }
  if (end === 'lost') storeRedirect(href);
  if (end === 'signed-out-elsewhere' && !/^\/secure/i.test(pathname)) return;
  await router.navigate({ to: '/login', replace: true, state: end === 'lost' ? { signInAgain: true } : {} });
}
