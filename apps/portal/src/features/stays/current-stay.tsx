import { listStays, type Stay } from '@quayside/contract/account/stays.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useSession } from '../../lib/session/session.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Loaded } from '../../ui/loading/loaded.tsx';
import { Row, RowList } from '../../ui/table/row-list.tsx';
import styles from './stays.module.css';

/** Maximum number of rows. A customer never has that many boats here at once. */
const rows = 100;

/** The current place of a boat. */
export function CurrentStay({ boatId }: { boatId: number }) {
  const { t } = useTranslation();
  const { accountGuid: guid } = useSession();
  const query = useQuery({
    ...callQuery(listStays, { params: { guid }, query: { rows, filter: 'Current' } }),
    meta: { showsFailure: true },
  });
  return (
    <section className={styles.current}>
      <h3>{t('boats.currentStay')}</h3>
      <Loaded query={query} failed={t('stays.notLoaded')} skeleton={[44]}>
        {({ items }) => {
          const here = items.filter((stay) => stay.boatId === boatId);
          if (here.length === 0) return <p>{t('boats.notHere')}</p>;
          return (
            <RowList>
              {here.map((stay) => (
                <StayRow key={stay.id} stay={stay} />
              ))}
            </RowList>
          );
        }}
      </Loaded>
    </section>
  );
}

function StayRow({ stay: { assetName, type, from, depart } }: { stay: Stay }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const day = (iso: string) => date(iso, 'dd MMM yyyy');
  const dates = [
    t('boats.staySince', { date: day(from) }),
    depart !== null && t('boats.stayUntil', { date: day(depart) }),
  ];
  return <Row title={assetName} details={[type, ...dates]} />;
}
