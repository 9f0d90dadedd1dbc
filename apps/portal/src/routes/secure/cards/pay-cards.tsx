import type { KeptCard } from '@quayside/contract/cards/card-components.ts';
import { useState } from 'react';
import { IneligibleCards } from '../../../features/cards/ineligible-cards.tsx';
import { KeptCardList } from '../../../features/cards/kept-card-list.tsx';
import { useIneligibleCards } from '../../../features/cards/use-ineligible-cards.ts';
import { useKeptCards } from '../../../features/cards/use-kept-cards.ts';
import { useVaultProvider } from '../../../features/payments/use-payment-providers.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/message/empty-state.tsx';
import { Loaded } from '../../../ui/loading/loaded.tsx';
import { PageHeading } from '../../../ui/page/page-heading.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { DeleteDialog, type Deletion } from './delete-dialog.tsx';
import { IneligibleActions } from './ineligible-actions.tsx';
import styles from './cards.module.css';

/** The cards that the second provider keeps, and stored cards that can't pay any more. */
export function PayCardsPage() {
  const { t } = useTranslation();
  const kept = useKeptCards();
  const ineligible = useIneligibleCards().data?.cards ?? [];
  const hasVault = useVaultProvider() !== undefined;
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const action = (card: KeptCard, name: string) => (
    <Button type="button" variant="default" onClick={() => setDeletion({ kind: 'deleteKept', card })}>
      {t('cards.delete')}
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
            <IneligibleCards
              cards={ineligible}
              level={2}
              action={(card) => (
                <IneligibleActions
                  card={card}
                  onRegister={hasVault ? 'elsewhere' : undefined}
                  onDelete={() => setDeletion({ kind: 'deleteIneligible', card })}
                />
              )}
            />
          </Card>
        )}
      </div>
      {deletion && <DeleteDialog open={deletion} onClose={() => setDeletion(null)} />}
    </>
  );
}
