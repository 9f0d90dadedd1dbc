import { useTranslation } from '../../lib/texts/texts.ts';
import { ActionButton } from '../action-button.tsx';
import { FailureAlert } from './failure-alert.tsx';

export interface ErrorStateProps {
  /** The failed step, such as "Your orders could not be loaded.". Not needed below a heading that tells it. */
  title?: string;
  error: unknown;
  onRetry: () => unknown;
}

/** Shows a loading error: the failed step, the reason, the reference, and a button to try again. */
export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  const { t } = useTranslation();
  return (
    <FailureAlert
      failure={{ error, words: { title } }}
      action={
        <ActionButton variant="default" processing={t('general.retrying')} onAction={onRetry}>
          {t('general.retry')}
        </ActionButton>
      }
    />
  );
}
