import { useTranslation } from 'react-i18next';
import { failureMessage, referenceOf } from '../../lib/failures.ts';
import { Alert } from '../../ui/alert.tsx';

/** Tells why a document could not be uploaded. Typed text stays, so Save can try again. */
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
