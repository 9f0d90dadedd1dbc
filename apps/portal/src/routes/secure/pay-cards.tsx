import type { KeptCard } from '@quayside/contract/card-components.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IneligibleCards } from '../../features/cards/ineligible-cards.tsx';
import { KeptCardList } from '../../features/cards/kept-card-list.tsx';
import { useIneligibleCards } from '../../features/cards/use-ineligible-cards.ts';
import { useKeptCards } from '../../features/cards/use-kept-cards.ts';
import { showToast } from '../../lib/toasts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './pay-cards.module.css';

/** The cards that the second provider keeps, and stored cards that can't pay any more. */
export function PayCardsPage() {
  const { t } = useTranslation();
  const kept = useKeptCards();
  const ineligible = useIneligibleCards().data?.cards ?? [];
  const [asked, setAsked] = useState<Asked | null>(null);
  const action = (card: KeptCard, name: string) => (
    <Button type="button" variant="default" onClick={() => setAsked({ card, name })}>
      {t('payCards.delete')}
      <VisuallyHidden> {name}</VisuallyHidden>
    </Button>
  );
  return (
    <>
      <PageHeading title={t('payCards.title')}>{t('payCards.intro')}</PageHeading>
      <div className={styles.lists}>
        <Card title={t('payCards.active')}>
          <Loaded query={kept} failed={t('payCards.notLoaded')} skeleton={[72, 72]}>
            {({ cards }) =>
              cards.length === 0 ? (
                <EmptyState small>{t('cards.noStoredCards')}</EmptyState>
              ) : (
                <KeptCardList cards={cards} action={action} />
              )
            }
          </Loaded>
        </Card>
        {ineligible.length > 0 && (
          <Card>
            <IneligibleCards cards={ineligible} />
          </Card>
        )}
      </div>
      {asked && <DeleteDialog {...asked} onDelete={kept.forget} onClose={() => setAsked(null)} />}
    </>
  );
}

interface Asked {
  card: KeptCard;
  name: string;
}

interface DialogProps extends Asked {
  onDelete: (id: number) => Promise<void>;
  onClose: () => void;
}

function DeleteDialog({ card, name, onDelete, onClose }: DialogProps) {
  const { t } = useTranslation();
  const remove = async () => {
    await onDelete(card.id);
    onClose();
    showToast({ kind: 'success', message: t('payCards.deleted') });
  };
  return (
    <Dialog
      title={t('payCards.deleteTitle')}
      size="question"
      onClose={onClose}
      footer={
        <>
          <Button type="button" variant="default" onClick={onClose}>
            {t('payCards.no')}
          </Button>
          <ActionButton processing={t('payCards.deleting')} onAction={remove}>
            {t('payCards.yes')}
          </ActionButton>
        </>
      }
    >
      <p>{t('payCards.deleteText', { card: name })}</p>
    </Dialog>
  );
}
