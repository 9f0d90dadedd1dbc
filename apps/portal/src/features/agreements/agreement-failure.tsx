import type { ReactNode } from 'react';
import { ApiError } from '../../lib/calls/api-error.ts';
import { failureMessage } from '../../lib/errors/failures.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Alert } from '../../ui/message/alert.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';

/**
 * Checks if there is no such agreement. An unknown one, another account's and a malformed guid get the same answer.
 */
const isNoAgreement = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400) && error.code !== 'FEATURE_DISABLED';

/** Checks if nobody can sign the agreement any more: it is withdrawn, or its last day has passed. */
export const isAgreementOver = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

interface Props {
  error: unknown;
  onRetry: () => unknown;
  /** The way on if another try can't help. */
  action?: ReactNode;
}

/** Tells why an agreement isn't shown. */
export function AgreementFailure({ error, onRetry, action }: Props) {
  const { t } = useTranslation();
  const { contact } = useTenant();
  if (isNoAgreement(error)) {
    return (
      <Alert kind="warning" title={t('agreements.notFoundTitle')} action={action}>
        {t('agreements.notFoundText')}
      </Alert>
    );
  }
  // The server's message tells why.
  if (isAgreementOver(error)) {
    return (
      <Alert kind="warning" title={failureMessage(error)} action={action}>
        {t('quickPay.contact', { telephone: contact.telephone })}
      </Alert>
    );
  }
  return <ErrorState title={t('agreements.oneNotLoaded')} error={error} onRetry={onRetry} />;
}
