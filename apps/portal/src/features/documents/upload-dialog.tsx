import type { DocumentType } from '@quayside/contract/documents/documents.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
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
