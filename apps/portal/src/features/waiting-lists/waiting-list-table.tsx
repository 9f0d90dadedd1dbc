import type { WaitingListItem } from '@quayside/contract/account/waiting-lists.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Card } from '../../ui/card.tsx';
import { CellDetails } from '../../ui/table/cell-details.tsx';
import { DataTable, type NamedColumn } from '../../ui/table/data-table.tsx';
import { useMoveWords } from '../../lib/account/waiting-list-moves.ts';

interface Place extends WaitingListItem {
  key: number;
}

/** The account's places on waiting lists, with the same facts as their widget (decision C2.14). */
export function WaitingListTable({ items }: { items: readonly WaitingListItem[] }) {
  const { t } = useTranslation();
  // A list can have the same customer twice, for two boats.
  const places = items.map((item, key): Place => ({ ...item, key }));
  return (
    <Card>
      <DataTable label={t('waitingLists.title')} columns={useColumns()} rows={places} keyOf={({ key }) => key} />
    </Card>
  );
}

function useColumns(): NamedColumn<Place>[] {
  const { t } = useTranslation();
  const { date } = useFormat();
  const moveWords = useMoveWords();
  return [
    { title: t('waitingLists.list'), cell: ({ title }) => title, isName: true },
    { title: t('waitingLists.type'), cell: ({ type }) => type },
    {
      title: t('waitingLists.position'),
      cell: (place) => (
        <CellDetails details={[moveWords(place)]}>{String(place.position ?? t('waitingLists.notRanked'))}</CellDetails>
      ),
    },
    {
      title: t('waitingLists.joined'),
      cell: ({ joinedOn, addedOn }) => date(joinedOn ?? addedOn, 'DD/MM/YYYY'),
    },
    { title: t('waitingLists.oldestApplication'), cell: ({ oldest }) => date(oldest, 'DD/MM/YYYY') },
  ];
}
