import { IconX } from '@tabler/icons-react';
import { useTranslation } from '../../lib/texts/texts.ts';
import styles from './close-button.module.css';

/** The cross that closes a dialog or a drawer. */
export function CloseButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className={styles.close} onClick={onClick} aria-label={t('general.close')}>
      <IconX size={20} aria-hidden="true" />
    </button>
  );
}
