import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../../../ui/message/alert.tsx';
import styles from './slow-fields-notice.module.css';

const patience = 10_000;

/** Offers a reload if the provider's fields take too long to load (decision P8.4). */
export function SlowFieldsNotice() {
  const { t } = useTranslation();
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), patience);
    return () => clearTimeout(timer);
  }, []);
  if (!isSlow) return null;
  return (
    <Alert
      kind="warning"
      action={
        <button type="button" className={styles.reload} onClick={() => location.reload()}>
          {t('cards.reloadPage')}
        </button>
      }
    >
      {t('cards.paysafeInitilisationError')}
    </Alert>
  );
}
