import { ApiError, hasCode } from '../../lib/calls/api-error.ts';
import { failureMessage } from '../../lib/errors/failures.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Alert } from '../../ui/message/alert.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

interface Props {
  error: unknown;
  onRetry: () => unknown;
}

/** Tells why a pay link shows no order. An unknown and a malformed guid look alike (decision P2.9). */
export function OrderFailure({ error, onRetry }: Props) {
  const { t } = useTranslation();
  const { name, contact } = useTenant();
  if (hasCode(error, 'PAY_LINK_EXPIRED'))
    return (
      <Alert
        kind="info"
        title={failureMessage(error)}
        action={<LinkButton to="/login">{t('quickPay.toPortal')}</LinkButton>}
      />
    );
  if (error instanceof ApiError && error.status === 404)
    return (
      <Alert kind="error" title={t('quickPay.notFoundTitle')}>
        <p>{t('quickPay.notFound', { marina: name })}</p>
        {contact.telephone && (
          <p>
            <a href={`tel:${contact.telephone.replaceAll(/[^+\d]/g, '')}`}>{contact.telephone}</a>
          </p>
        )}
      </Alert>
    );
  return <ErrorState title={t('quickPay.notLoaded')} error={error} onRetry={onRetry} />;
}
