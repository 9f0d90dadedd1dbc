import { IconWifiOff } from '@tabler/icons-react';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isOffline, useIsOffline } from '../lib/browser/online.ts';
import { useTranslation } from '../lib/texts/texts.ts';
import { Toasts } from '../ui/message/toasts.tsx';
import { SkipLink } from '../ui/page/skip-link.tsx';
import styles from './root.module.css';

/** The parts of every page, in all layouts. */
export function Root() {
  return (
    <>
      <SkipLink />
      <Outlet />
      <OfflineBanner />
      <Toasts />
    </>
  );
}

/**
 * Tells on every page that there is no connection. Meanwhile no link leaves the page. Otherwise its content and the
 * typed text would be lost, because no other page can load.
 */
function OfflineBanner() {
  const { t } = useTranslation();
  const offline = useIsOffline();
  const { history } = useRouter();
  // Not by the router's `useBlocker`, which would come along on every page with all that it offers.
  useEffect(() => history.block({ blockerFn: isOffline, enableBeforeUnload: false }), [history]);
  useEffect(() => {
    if (!offline) return undefined;
    addEventListener('click', holdLink, { capture: true });
    return () => removeEventListener('click', holdLink, { capture: true });
  }, [offline]);
  // The region must exist before its text, or screen readers don't announce the text.
  return (
    <div aria-live="polite" className={styles.region}>
      {offline && (
        <span className={styles.banner}>
          <IconWifiOff size={20} aria-hidden="true" />
          {t('general.offline')}
        </span>
      )}
    </div>
  );
}

/** Blocks links that load a new document. The browser follows them itself, without the router. */
function holdLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return;
  const { origin, pathname, search } = location;
  const isOnThisPage = link.pathname === pathname && link.search === search && link.hash !== '';
  if (link.origin === origin && !isOnThisPage) event.preventDefault();
}
