import { useTranslation } from 'react-i18next';
import { hasCode } from '../../lib/api-error.ts';
import { failureMessage, referenceOf } from '../../lib/failures.ts';
import { Alert } from '../../ui/alert.tsx';
import { ProviderErrorDialog } from './provider-error-dialog.tsx';

/** Why the provider keeps nothing: what it refused in a dialog, anything else in place. Nothing for null. */
export function VaultFailure({ error, onSeen }: { error: unknown; onSeen: () => void }) {
  const { t } = useTranslation();
  if (error === null) return null;
  if (hasCode(error, 'CARD_REFUSED')) {
    return <ProviderErrorDialog message={failureMessage(error)} onClose={onSeen} />;
  }
  const reference = referenceOf(error);
  return (
    <Alert kind="error" title={failureMessage(error)}>
      {reference && <p>{t('general.reference', { reference })}</p>}
    </Alert>
  );
}
