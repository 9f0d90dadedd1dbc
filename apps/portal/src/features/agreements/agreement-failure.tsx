import type { ReactNode } from 'react';
import { ApiError } from '../../lib/calls/api-error.ts';
import { failureMessage } from '../../lib/errors/failures.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Alert } from '../../ui/message/alert.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';

/**
 * Checks if there is no such agreement. An unknown one, another account's and a malformed guid get the same answer.
 */
const isNoAgreement = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400) && error.code !== 'FEATURE_DISABLED';

interface Props {
  error: unknown;
  onRetry: () => unknown;
  /** The way on if another try can't help. */
  action?: ReactNode;
}

/** Tells why an agreement isn't shown. */
export function AgreementFailure({ error, onRetry, action }: Props) {
  const { t } = useTranslation();
  if (isNoAgreement(error)) {
    return (
      <Alert kind="warning" title={t('agreements.notFoundTitle')} action={action}>
        {t('agreements.notFoundText')}
      </Alert>
    );
  }
  // Withdrawn or expired: the server's message tells which.
  if (error instanceof ApiError && error.status === 409)
    return <Alert kind="warning" title={failureMessage(error)} action={action} />;
  return <ErrorState title={t('agreements.oneNotLoaded')} error={error} onRetry={onRetry} />;
}
