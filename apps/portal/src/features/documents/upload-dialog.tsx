import { type DocumentType, documentStatus } from '@quayside/contract/documents.ts';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../../lib/session/session.ts';
import { useTranslation } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { UploadForm } from './upload-form.tsx';

interface Props {
  type: DocumentType;
  onClose: () => void;
  /** Called instead of closing, also by the corner button, if the dialog replaces something else. */
  onBack?: () => void;
}

/** The large dialog for handing in a document (SHELL-18). */
export function UploadDialog({ type, onClose, onBack }: Props) {
  const { t } = useTranslation();
  const names = { type: type.name, boat: type.boat?.name ?? '' };
  const leave = onBack
    ? { label: t('documents.back'), onLeave: onBack }
    : { label: t('documents.cancel'), onLeave: onClose };
  return (
    <Dialog
      title={type.boat ? t('documents.uploadOfBoat', names) : t('documents.uploadOf', names)}
      size="large"
      onClose={onBack ?? onClose}
    >
      <UploadForm type={type} onDone={onBack ?? onClose} leave={leave} />
    </Dialog>
  );
}

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
  return (
    <>
      <UploadButton type={type} onClick={() => setIsOpen(true)} />
      {isOpen && <UploadDialog type={type} onClose={() => setIsOpen(false)} />}
    </>
  );
}
