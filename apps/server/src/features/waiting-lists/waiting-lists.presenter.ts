import type { WaitingListItem } from '@quayside/contract/dashboard.ts';
import type { WaitingListRow } from './waiting-lists.queries.ts';

export function presentWaitingListItem(row: WaitingListRow): WaitingListItem {
  return {
    title: row.title,
    type: row.type,
    position: row.position,
    joinedOn: row.joined_on,
    addedOn: row.added_on,
    oldest: row.oldest,
  };
}
