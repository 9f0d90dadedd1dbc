import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isOffline, useIsOffline } from '../lib/browser/online.ts';
import { OfflineNotice } from '../ui/message/offline-notice.tsx';
import { Toasts } from '../ui/message/toasts.tsx';
import { SkipLink } from '../ui/page/skip-link.tsx';

/** The parts of every page, in all layouts. */
export function Root() {
  useStayOffline();
  return (
    <>
      <SkipLink />
      {/* Before the page: the newest region shows the toasts, which is that of an open dialog. */}
      <Toasts />
      <Outlet />
      <OfflineNotice />
    </>
  );
}

/** While there is no connection, no link leaves the page: no other page can load, and the typed text would be lost. */
function useStayOffline(): void {
  const offline = useIsOffline();
  const { history } = useRouter();
  // Not by the router's `useBlocker`, which would come along on every page with all that it offers.
  useEffect(() => history.block({ blockerFn: isOffline, enableBeforeUnload: false }), [history]);
  useEffect(() => {
    if (!offline) return undefined;
    addEventListener('click', holdLink, { capture: true });
    return () => removeEventListener('click', holdLink, { capture: true });
  }, [offline]);
}

/** Blocks links that load a new document. The browser follows them itself, without the router. */
function holdLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return;
  const isOnThisPage = link.hash && addressOf(link) === addressOf(location);
  if (!isOnThisPage && link.origin === location.origin) event.preventDefault();
}

const addressOf = ({ href }: { href: string }) => href.split('#')[0];
