import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../ui/error-state.tsx';
import { mainId } from '../ui/skip-link.tsx';
import styles from './page-failure.module.css';

/** A page that could not be shown; what is around it stays. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const retry = async () => {
    await router.invalidate();
    reset();
  };
  return (
    <div id={mainId} className={styles.page}>
      <ErrorState title={t('general.pageFailed')} error={error} onRetry={retry} />
    </div>
  );
}
