import { type DocumentType, documentStatus } from '@quayside/contract/documents.ts';
import { IconUpload } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { useSession } from '../../lib/session/session.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';

/** Loaded as soon as a page shows a button that opens it. So it is usually there when the button is pressed. */
const UploadDialog = lazyPart(async () => (await import('./upload-dialog.tsx')).UploadDialog);

/** The button to upload a document, or to replace one. Disabled for staff who view a customer's portal. */
export function UploadButton({
  type,
  onClick,
  name,
}: {
  type: DocumentType;
  onClick: () => void;
  /** Identifies the button, so that a list of documents can find it again. */
  name?: string;
}) {
  const { t } = useTranslation();
  const { isAccountUser } = useSession();
  const status = documentStatus(type);
  const words = status === 'waiting' || name !== undefined ? t('documents.upload') : t('documents.replace');
  return (
    <Button
      type="button"
      variant={status === 'active' ? 'default' : 'filled'}
      icon={<IconUpload size={18} aria-hidden="true" />}
      disabled={!isAccountUser}
      data-disabled={!isAccountUser || undefined}
      onClick={onClick}
      data-upload={name}
      aria-label={`${words} ${[type.name, type.boat?.name].filter(Boolean).join(', ')}`}
    >
      {words}
    </Button>
  );
}

/** The button with its dialog. */
export function UploadAction({ type }: { type: DocumentType }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => UploadDialog.preload(), []);
  return (
    <>
      <UploadButton type={type} onClick={() => setIsOpen(true)} />
      {isOpen && (
        <Suspense>
          <UploadDialog type={type} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
