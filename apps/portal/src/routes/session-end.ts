import { interruptedPayment } from '../features/payments/under-way.ts';
import { storeRedirect } from '../lib/navigation/redirect-url.ts';
import type { SessionEnd } from '../lib/session/session.ts';
import { pageData } from '../lib/page-data/document-data.ts';
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
  if (end === 'signed-out-elsewhere' && !/^\/secure/i.test(pathname)) return;
  const notice = await interruptedPayment();
  // The orders tell what became of the payment: those that it has paid are no longer there.
  if (end === 'lost' || notice) storeRedirect(notice ? '/secure/orders/outstanding' : href);
  const state = { ...(end === 'lost' && { signInAgain: true }), ...(notice && { notice }) };
  // A provider's script and the bank's page that it shows would stay over the form, and go on. A toast would be lost.
  const mustReload = pageData.providerOrigins.length > 0 && end !== 'unauthorised';
  // Otherwise the reader could type into a form that the reload takes away.
  if (mustReload) document.body.inert = true;
  await router.navigate({ to: '/login', replace: true, state });
  if (mustReload) location.reload();
}
