import { useTranslation } from 'react-i18next';
import { failureMessage, referenceOf } from '../lib/failures.ts';
import { ActionButton } from './action-button.tsx';
import { Alert } from './alert.tsx';

export interface ErrorStateProps {
  /** What was not possible, such as "Your orders could not be loaded."; unless a heading says so. */
  title?: string;
  error: unknown;
  onRetry: () => unknown;
}

/** Something could not be loaded: what, why, what to quote, and another try. */
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
