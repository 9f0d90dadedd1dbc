import { IconWifiOff } from '@tabler/icons-react';
import { useIsOffline } from '../../lib/browser/online.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import styles from './offline-notice.module.css';

/**
 * Tells that there is no connection. An open dialog has a notice of its own: nothing outside it is announced, and all
 * of it lies behind.
 */
export function OfflineNotice() {
  const { t } = useTranslation();
  const offline = useIsOffline();
  // The region must exist before its text, or screen readers don't announce the text.
  return (
    <div aria-live="polite" className={styles.region}>
      {offline && (
        <span className={styles.notice}>
          <IconWifiOff size={20} aria-hidden="true" />
          {t('general.offline')}
        </span>
      )}
    </div>
  );
}
