import type { IneligibleCard } from '@quayside/contract/cards/cards.ts';
import { allDocumentTypes, byNeed, type DocumentType, needsAttention } from '@quayside/contract/documents/documents.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { UnsignedAgreements } from '../../../features/agreements/unsigned-agreements.tsx';
import { useUnsignedAgreements } from '../../../features/agreements/use-agreements.ts';
import { IneligibleCards } from '../../../features/cards/ineligible-cards.tsx';
import { useIneligibleCards } from '../../../features/cards/use-ineligible-cards.ts';
import { InactiveDocuments } from '../../../features/documents/inactive-documents.tsx';
import { UploadButton } from '../../../features/documents/upload-action.tsx';
import { UploadDialog } from '../../../features/documents/upload-dialog.tsx';
import { usePromptedDocuments } from '../../../features/documents/use-documents.ts';
import { useVaultProvider } from '../../../features/payments/use-payment-providers.ts';
import { useSlicedRender } from '../../../lib/first-screen/use-sliced-render.ts';
import { useSession } from '../../../lib/session/session.ts';
import { tabSlice } from '../../../lib/browser/tab-storage.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DeleteDialog } from '../cards/delete-dialog.tsx';
import { IneligibleActions } from '../cards/ineligible-actions.tsx';
import styles from './login-alerts.module.css';

/** The name of the session that has seen the alerts. */
const shownTo = tabSlice('dashboard', (value) => (typeof value === 'string' ? value : undefined));

/**
 * The open tasks of a customer who has just signed in. Shown once a session, and not again after a reload (decision
 * C2.35).
 */
export function LoginAlerts() {
  const { sessionName } = useSession();
  const [isDue, setIsDue] = useState(() => shownTo.read() !== sessionName);
  if (!isDue) return null;
  return <Alerts onOpen={() => shownTo.write(sessionName ?? '')} onClose={() => setIsDue(false)} />;
}

interface Props {
  onOpen: () => void;
  onClose: () => void;
}

/** Opens once everything has loaded and there is something to show. Closes when nothing is left. */
function Alerts({ onOpen, onClose }: Props) {
  const { t } = useTranslation();
  const { agreements, types, cards, isKnown } = useAlerts();
  const isOpen = useSlicedRender(isKnown && agreements.length + types.length + cards.length > 0);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);

  useEffect(() => {
    if (isOpen) onOpen();
    else if (wasOpen) onClose();
  }, [isOpen, wasOpen, onOpen, onClose]);

  // One dialog at a time: the form replaces the lists (decision C2.37).
  const [uploading, setUploading] = useState<DocumentType | null>(null);
  const left = useRef<string>(undefined);
  useEffect(() => {
    if (uploading !== null || left.current === undefined) return;
    document.querySelector<HTMLElement>(`[data-upload="${left.current}"]`)?.focus();
    left.current = undefined;
  }, [uploading]);

  const [deleting, setDeleting] = useState<IneligibleCard | null>(null);
  const hasVault = useVaultProvider() !== undefined;
  const { isAccountUser } = useSession();

  if (!isOpen) return null;
  if (deleting)
    return <DeleteDialog open={{ kind: 'deleteIneligible', card: deleting }} onClose={() => setDeleting(null)} />;
  if (uploading) return <UploadDialog type={uploading} onClose={onClose} onBack={() => setUploading(null)} />;
  const open = (type: DocumentType) => {
    left.current = nameOf(type);
    setUploading(type);
  };
  const close = (
    <Button type="button" onClick={onClose}>
      {t('general.close')}
    </Button>
  );
  return (
    <Dialog title={t('loginAlerts.title')} size="extra-large" onClose={onClose} footer={close} isReading>
      <div className={styles.lists}>
        <UnsignedAgreements agreements={agreements} onSign={onClose} />
        <IneligibleCards
          cards={cards}
          {...(isAccountUser && {
            action: (card) => (
              <IneligibleActions
                card={card}
                onRegister={hasVault ? 'elsewhere' : undefined}
                onDelete={() => setDeleting(card)}
              />
            ),
          })}
        />
        <InactiveDocuments
          types={types}
          action={(type) => <UploadButton type={type} name={nameOf(type)} onClick={() => open(type)} />}
        />
      </div>
    </Dialog>
  );
}

/** Names a document's button, so that it can be found again. */
const nameOf = ({ id, boat }: DocumentType) => `${id}-${boat?.id ?? 0}`;

/** Returns the three lists. A list is empty if it is switched off or failed to load; its widget shows the failure. */
function useAlerts() {
  const agreements = useUnsignedAgreements();
  const documents = usePromptedDocuments();
  const cards = useIneligibleCards();
  return {
    agreements: agreements.data?.agreements ?? [],
    types: documents.data ? byNeed(allDocumentTypes(documents.data)).filter(needsAttention) : [],
    cards: cards.data?.cards ?? [],
    isKnown: [agreements, documents, cards].every(isSettled),
  };
}

/** Checks if a query was answered, has failed, or is disabled. */
const isSettled = ({ isPending, fetchStatus }: Pick<UseQueryResult, 'isPending' | 'fetchStatus'>) =>
  !isPending || fetchStatus === 'idle';
