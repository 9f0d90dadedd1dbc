import { useTranslation } from 'react-i18next';
import { failureMessage, referenceOf } from '../lib/failures.ts';
import { ActionButton } from './action-button.tsx';
import { Alert } from './alert.tsx';

export interface ErrorStateProps {
  /** The failed step, such as "Your orders could not be loaded.". Not needed below a heading that tells it. */
  title?: string;
  error: unknown;
  onRetry: () => unknown;
}

/** Shows a loading error: the failed step, the reason, the reference, and a button to try again. */
export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  const { t } = useTranslation();
  const reference = referenceOf(error);
  return (
    <Alert
      kind="error"
      title={title}
      action={
        <ActionButton variant="default" processing={t('general.retrying')} onAction={onRetry}>
          {t('general.retry')}
        </ActionButton>
      }
    >
      <p>{failureMessage(error)}</p>
      {reference && <p>{t('general.reference', { reference })}</p>}
    </Alert>
  );
}
