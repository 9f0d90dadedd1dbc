import { IconWifiOff } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isOffline, useIsOffline } from '../lib/online.ts';
import styles from './offline-banner.module.css';

/**
 * Says on every page that there is no connection. Until there is one, no link leaves the page: what it shows and what
 * was typed into it would be gone for a page that can't come.
 */
export function OfflineBanner() {
  const { t } = useTranslation();
  const offline = useIsOffline();
  useBlocker({ shouldBlockFn: isOffline, enableBeforeUnload: false });
  useEffect(() => {
    if (!offline) return undefined;
    addEventListener('click', holdLink, { capture: true });
    return () => removeEventListener('click', holdLink, { capture: true });
  }, [offline]);
  // The region is there before its text, or screen readers don't hear of it.
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

/** Links that load their page whole are the browser's, which the router never hears of. */
function holdLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return;
  const { origin, pathname, search } = location;
  const isOnThisPage = link.pathname === pathname && link.search === search && link.hash !== '';
  if (link.origin === origin && !isOnThisPage) event.preventDefault();
}
