import { allDocumentTypes, needsAttention } from '@quayside/contract/documents.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UnsignedAgreements } from '../../features/agreements/unsigned-agreements.tsx';
import { useUnsignedAgreements } from '../../features/agreements/use-agreements.ts';
import { IneligibleCards } from '../../features/cards/ineligible-cards.tsx';
import { useIneligibleCards } from '../../features/cards/use-ineligible-cards.ts';
import { InactiveDocuments } from '../../features/documents/inactive-documents.tsx';
import { usePromptedDocuments } from '../../features/documents/use-documents.ts';
import { useSession } from '../../lib/session.ts';
import { slice } from '../../lib/storage.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './login-alerts.module.css';

/** The name of the sign-in to which the alerts were shown. */
const shownTo = slice('dashboard', (value) => (typeof value === 'string' ? value : undefined));

/** What needs somebody who has just signed in: once per session, and not again after a reload (decision C2.35). */
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

/** Opens once all is known and there is something to say; closes when nothing is left of it. */
function Alerts({ onOpen, onClose }: Props) {
  const { t } = useTranslation();
  const { agreements, types, cards, isKnown } = useAlerts();
  const isOpen = isKnown && agreements.length + types.length + cards.length > 0;
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);

  useEffect(() => {
    if (isOpen) onOpen();
    else if (wasOpen) onClose();
  }, [isOpen, wasOpen, onOpen, onClose]);

  if (!isOpen) return null;
  const close = (
    <Button type="button" onClick={onClose}>
      {t('general.close')}
    </Button>
  );
  return (
    <Dialog title={t('loginAlerts.title')} size="extra-large" onClose={onClose} footer={close} isReading>
      <div className={styles.lists}>
        <UnsignedAgreements agreements={agreements} onSign={onClose} />
        <IneligibleCards cards={cards} />
        <InactiveDocuments types={types} />
      </div>
    </Dialog>
  );
}

/** The three lists, each empty where it is switched off or could not be loaded: its widget says so then. */
function useAlerts() {
  const agreements = useUnsignedAgreements();
  const documents = usePromptedDocuments();
  const cards = useIneligibleCards();
  return {
    agreements: agreements.data?.agreements ?? [],
    types: documents.data ? allDocumentTypes(documents.data).filter(needsAttention) : [],
    cards: cards.data?.cards ?? [],
    isKnown: [agreements, documents, cards].every(isSettled),
  };
}

/** Answered, failed, or not asked at all. */
const isSettled = ({ isPending, fetchStatus }: Pick<UseQueryResult, 'isPending' | 'fetchStatus'>) =>
  !isPending || fetchStatus === 'idle';
