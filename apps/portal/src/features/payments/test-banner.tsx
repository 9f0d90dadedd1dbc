import { IconFlask2 } from '@tabler/icons-react';
import { useTranslation } from '../../lib/texts/texts.ts';
import styles from './test-banner.module.css';

/** Tells that no real money moves (decision P3.13). */
export function TestBanner() {
  const { t } = useTranslation();
  return (
    <p className={styles.banner}>
      <IconFlask2 size={18} aria-hidden />
      <span>
        <strong>{t('payments.testPayments')}</strong> {t('payments.testPaymentsHint')}
      </span>
    </p>
  );
}
