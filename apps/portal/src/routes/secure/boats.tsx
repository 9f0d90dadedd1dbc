import { BoatCard } from '../../features/boats/boat-card.tsx';
import { useSummary } from '../../features/dashboard/use-summary.ts';
import { BoatDocuments } from '../../features/documents/boat-documents.tsx';
import { CurrentStay } from '../../features/stays/current-stay.tsx';
import { useTranslation } from '../../lib/texts/texts.ts';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded } from '../../ui/loading/loaded.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import styles from './boats.module.css';

/** The account's boats with the marina's details of each. */
export function BoatsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('boats.title')}>{t('boats.intro')}</PageHeading>
      <Loaded query={useSummary()} failed={t('dashboard.boatsNotLoaded')} skeleton={[280, 280]}>
        {({ boats, hasStays }) =>
          boats.length === 0 ? (
            <EmptyState
              next={t('boats.next')}
              action={<LinkButton to="/secure/contact-us">{t('contactUs.title')}</LinkButton>}
            >
              {t('dashboard.noBoats')}
            </EmptyState>
          ) : (
            <div className={styles.boats}>
              {boats.map((boat) => (
                <BoatCard key={boat.id} boat={boat}>
                  {hasStays && <CurrentStay boatId={boat.id} />}
                  <BoatDocuments boatId={boat.id} />
                </BoatCard>
              ))}
            </div>
          )
        }
      </Loaded>
    </>
  );
}
