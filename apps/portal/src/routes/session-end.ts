import { interruptedPayment } from '../features/payments/under-way.ts';
import { waitToLeave } from '../lib/browser/wait-to-leave.ts';
import { storeRedirect } from '../lib/navigation/redirect-url.ts';
import type { SessionEnd } from '../lib/session/session.ts';
import { pageData } from '../lib/page-data/document-data.ts';
import { t } from '../lib/texts/texts.ts';
import { showToast } from '../lib/toasts.ts';
import type { PortalRouter } from './router.tsx';

/**
 * Sends the reader to the right page with the right message when this tab's session ends (decision C6.6). A payment
 * page loads the login page as a new document: a provider's script and the bank's page that it shows would stay over
 * the form, and go on.
 */
export async function leaveSession(router: PortalRouter, end: SessionEnd): Promise<void> {
  const { href, pathname } = router.state.location;
  if (end === 'signed-out-elsewhere' && !/^\/secure/i.test(pathname)) return;
  const mustReload = pageData.providerOrigins.length > 0;
  const isRefused = end === 'unauthorised';
  if (isRefused && !mustReload) {
    showToast({
      kind: 'error',
      title: t('general.unauthorisedTitle'),
      message: t('general.unauthorisedMessage'),
    });
  }
  const notice = await interruptedPayment();
  // The orders tell what became of the payment: those that it has paid are no longer there.
  if (end === 'lost' || notice) storeRedirect(notice ? '/secure/orders/outstanding' : href);
  const state = {
    ...(end === 'lost' && { signInAgain: true }),
    // A toast would be lost.
    ...(isRefused && mustReload && { wasRefused: true }),
    ...(notice && { notice }),
  };
  // Otherwise the reader could type into a form that the reload takes away.
  if (mustReload) document.body.inert = true;
  await router.navigate({ to: '/login', replace: true, state });
  if (!mustReload) return;
  location.reload();
  await waitToLeave();
}
