import { IconWifiOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { followConnection, isOffline } from '../../lib/browser/online.ts';
import { tabStorage } from '../../lib/browser/tab-storage.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import styles from './offline-notice.module.css';

/**
 * Tells that there is no connection, or that the browser stores nothing of this site. Without storage nobody can sign
 * in or go to a checkout. An open dialog has a notice of its own: nothing outside it is announced, and all of it lies
 * behind.
 */
export function OfflineNotice() {
  const { t } = useTranslation();
  const hindrance = useSyncExternalStore(followConnection, readHindrance, () => undefined);
  // The region must exist before its text, or screen readers don't announce the text.
  return (
    <div aria-live="polite" className={styles.region}>
      {hindrance && (
        <span className={styles.notice}>
          {hindrance === 'general.offline' && <IconWifiOff size={20} aria-hidden="true" />}
          {t(hindrance)}
        </span>
      )}
    </div>
  );
}

function readHindrance() {
  if (isOffline()) return 'general.offline';
  return tabStorage() ? undefined : 'general.dataRefused';
}
