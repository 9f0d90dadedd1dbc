import { useSummary } from '../../features/dashboard/use-summary.ts';
import { WaitingListTable } from '../../features/waiting-lists/waiting-list-table.tsx';
import { useTranslation } from '../../lib/texts/texts.ts';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded } from '../../ui/loading/loaded.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';

/** The customer's places on the marina's waiting lists. */
export function WaitingListsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('waitingLists.title')}>{t('waitingLists.intro')}</PageHeading>
      <Loaded query={useSummary()} failed={t('waitingLists.notLoaded')} skeleton={[56, 56, 56]}>
        {({ waitingListsItems }) =>
          waitingListsItems.length === 0 ? (
            <EmptyState
              next={t('waitingLists.next')}
              action={<LinkButton to="/secure/contact-us">{t('contactUs.title')}</LinkButton>}
            >
              {t('waitingLists.none')}
            </EmptyState>
          ) : (
            <WaitingListTable items={waitingListsItems} />
          )
        }
      </Loaded>
    </>
  );
}
