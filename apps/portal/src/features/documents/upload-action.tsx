import { type DocumentType, documentStatus } from '@quayside/contract/documents/documents.ts';
import { IconUpload } from '@tabler/icons-react';
import { createContext, type ReactNode, Suspense, useContext, useEffect, useState } from 'react';
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
  isNamed = false,
}: {
  type: DocumentType;
  onClick: () => void;
  /** True if the words name the document, where nothing beside the button does. */
  isNamed?: boolean;
  /** Identifies the button, so that a list of documents can find it again. */
  name?: string;
}) {
  const { t } = useTranslation();
  const { isAccountUser } = useSession();
  const status = documentStatus(type);
  const isUpload = status === 'waiting' || name !== undefined;
  const words = t(isUpload ? 'documents.upload' : 'documents.replace');
  const named = t(isUpload ? 'documents.uploadNamed' : 'documents.replaceNamed', {
    name: [type.name, type.boat?.name].filter(Boolean).join(', '),
  });
  return (
    <Button
      type="button"
      variant={status === 'active' ? 'default' : 'filled'}
      icon={!isNamed && <IconUpload size={18} aria-hidden="true" />}
      disabled={!isAccountUser}
      data-disabled={!isAccountUser || undefined}
      onClick={onClick}
      data-upload={name}
      aria-label={named}
    >
      {isNamed ? named : words}
    </Button>
  );
}

const OpenUpload = createContext<(type: DocumentType) => void>(() => undefined);

/**
 * Holds the upload dialog above the lists whose buttons open it. So the dialog keeps its type, its file and a running
 * upload when a list changes, moves, or can't be read again.
 */
export function UploadPlace({ children }: { children: ReactNode }) {
  const [type, setType] = useState<DocumentType | null>(null);
  return (
    <OpenUpload value={setType}>
      {children}
      {type && (
        <Suspense>
          <UploadDialog type={type} onClose={() => setType(null)} />
        </Suspense>
      )}
    </OpenUpload>
  );
}

/** The button that opens the dialog of the `UploadPlace` around it. */
export function UploadAction({ type, isNamed = false }: { type: DocumentType; isNamed?: boolean }) {
  const open = useContext(OpenUpload);
  useEffect(() => UploadDialog.preload(), []);
  return <UploadButton type={type} isNamed={isNamed} onClick={() => open(type)} />;
}
