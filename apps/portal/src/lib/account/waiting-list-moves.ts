import type { WaitingListItem } from '@quayside/contract/account/waiting-lists.ts';
import { useFormat } from '../formats/use-format.ts';
import { useSite } from './account.ts';
import { useTranslation } from '../texts/texts.ts';

/** Returns a function that says in words how the office moved an entry, and why. Empty if it never did. */
export function useMoveWords() {
  const { t } = useTranslation();
  const { date } = useFormat();
  const site = useSite();
  return ({ move }: WaitingListItem): string => {
    if (move === null) return '';
    const words = { date: date(move.movedAt, 'DD/MM/YYYY', site?.timeZone), reason: move.reason };
    return move.isUp ? t('waitingLists.movedUp', words) : t('waitingLists.movedDown', words);
  };
}
