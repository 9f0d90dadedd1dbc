import { useTranslation } from 'react-i18next';
import { failureMessage, referenceOf } from '../../lib/failures.ts';
import { Alert } from '../../ui/alert.tsx';

/** Why a document could not be handed in. Nothing that was written is lost, so that Save tries again. */
export function UploadFailure({ error }: { error: unknown }) {
  const { t } = useTranslation();
  if (error instanceof DOMException && error.name === 'AbortError')
    return <Alert kind="info" title={t('documents.uploadCancelled')} />;
  const reference = referenceOf(error);
  return (
    <Alert kind="error" title={t('documents.notUploaded')}>
      <p>{failureMessage(error)}</p>
      {reference && <p>{t('general.reference', { reference })}</p>}
    </Alert>
  );
}
