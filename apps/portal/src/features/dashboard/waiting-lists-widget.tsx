import type { WaitingListItem } from '@quayside/contract/account/waiting-lists.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded } from '../../ui/loading/loaded.tsx';
import { Row, RowList } from '../../ui/table/row-list.tsx';
import { useMoveWords } from '../../lib/account/waiting-list-moves.ts';
import { useSummary } from './use-summary.ts';
import styles from './widgets.module.css';

/** The account's places on waiting lists. */
export function WaitingListsWidget() {
  const { t } = useTranslation();
  return (
    <Card title={t('waitingLists.title')}>
      <Loaded query={useSummary()} failed={t('waitingLists.notLoaded')} skeleton={[72, 72]}>
        {({ waitingListsItems }) =>
          waitingListsItems.length === 0 ? (
            <EmptyState small>{t('waitingLists.none')}</EmptyState>
          ) : (
            <div className={styles.widget}>
              <RowList>
                {waitingListsItems.map((item, place) => (
                  <WaitingListRow key={place} item={item} />
                ))}
              </RowList>
              <LinkButton to="/secure/waiting-lists">{t('dashboard.viewWaitingLists')}</LinkButton>
            </div>
          )
        }
      </Loaded>
    </Card>
  );
}

function WaitingListRow({ item }: { item: WaitingListItem }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const moved = useMoveWords()(item);
  const joined = date(item.joinedOn ?? item.addedOn, 'DD/MM/YYYY');
  return (
    <Row
      title={item.title}
      details={[
        item.type,
        t('waitingLists.joinedOn', { date: joined }),
        t('waitingLists.oldest', { date: date(item.oldest, 'DD/MM/YYYY') }),
      ]}
      end={<Position position={item.position} />}
    >
      {moved !== '' && <p className={styles.moved}>{moved}</p>}
    </Row>
  );
}

function Position({ position }: Pick<WaitingListItem, 'position'>) {
  const { t } = useTranslation();
  if (position === null) return <span className={styles.unranked}>{t('waitingLists.notRanked')}</span>;
  return (
    <span className={styles.position}>
      {t('waitingLists.position')} <strong>{position}</strong>
    </span>
  );
}
