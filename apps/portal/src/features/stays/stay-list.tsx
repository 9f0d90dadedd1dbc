import { listStays, type Stay, type StayFilter } from '@quayside/contract/account/stays.ts';
import { Link } from '@tanstack/react-router';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useSession } from '../../lib/session/session.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import type { Column } from '../../ui/table/column.ts';
import { PagedList } from '../../ui/paged-list/paged-list.tsx';
import { wholeRow } from '../../ui/table/row-actions.tsx';
import styles from './stays.module.css';

/** The stays that match a filter, a page at a time. */
export function StayList({ filter }: { filter: StayFilter }) {
  const { t } = useTranslation();
  const { accountGuid: guid } = useSession();
  const columns = useColumns();
  return (
    <PagedList
      label={t('stays.title')}
      failureTitle={t('stays.notLoaded')}
      query={(part) => ({
        ...callQuery(listStays, { params: { guid }, query: { ...part, filter } }),
        meta: { showsFailure: true },
      })}
      rowsOf={({ items }) => items}
      keyOf={({ id }) => id}
      columns={columns}
      card={(stay) => <StayCard stay={stay} />}
      empty={
        <EmptyState
          next={t('stays.next')}
          action={<LinkButton to="/secure/contact-us">{t('contactUs.title')}</LinkButton>}
        >
          {t(`stays.none.${filter}`)}
        </EmptyState>
      }
    />
  );
}

/** The boat's name. It opens the boat, unless the boat is not known any more. */
function BoatName({ stay: { boatId, boatName } }: { stay: Stay }) {
  if (boatId === null) return <strong>{boatName}</strong>;
  return (
    <Link to="/secure/boats" className={`${styles.boat} ${wholeRow}`} data-opens-row>
      {boatName}
    </Link>
  );
}

function useColumns(): Column<Stay>[] {
  const { t } = useTranslation();
  const { date } = useFormat();
  return [
    { title: t('stays.boatName'), cell: (stay) => <BoatName stay={stay} /> },
    { title: t('stays.from'), cell: ({ from }) => date(from, 'dd MMM yy') },
    { title: t('stays.depart'), cell: ({ depart }) => date(depart ?? '', 'dd MMM yy') },
    { title: t('stays.assetName'), cell: ({ assetName }) => assetName },
    { title: t('stays.type'), cell: ({ type }) => type },
  ];
}

function StayCard({ stay }: { stay: Stay }) {
  const { from, depart, assetName, type } = stay;
  const { t } = useTranslation();
  const { date } = useFormat();
  const items = [
    { name: t('stays.from'), value: date(from, 'dd MMM yy') },
    { name: t('stays.depart'), value: date(depart ?? '', 'dd MMM yy') },
    { name: t('stays.assetName'), value: assetName },
    { name: t('stays.type'), value: type },
  ];
  return (
    <div className={styles.card}>
      <BoatName stay={stay} />
      <DescriptionList look="grid" items={items} />
    </div>
  );
}
