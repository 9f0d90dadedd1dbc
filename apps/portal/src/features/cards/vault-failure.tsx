import { useTranslation } from 'react-i18next';
import { hasCode } from '../../lib/api-error.ts';
import { failureMessage, referenceOf } from '../../lib/failures.ts';
import { Alert } from '../../ui/message/alert.tsx';
import { ProviderErrorDialog } from './provider-error-dialog.tsx';

/** Shows why the provider did not save: a refusal in a dialog, any other failure in place. Shows nothing for null. */
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
