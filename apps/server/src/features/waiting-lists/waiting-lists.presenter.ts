import type { WaitingListItem } from '@quayside/contract/account/waiting-lists.ts';
import type { WaitingListRow } from './waiting-lists.queries.ts';

export function presentWaitingListItem(row: WaitingListRow): WaitingListItem {
  return {
    title: row.title,
    type: row.type,
    position: row.position,
    joinedOn: row.joined_on,
    addedOn: row.added_on,
    oldest: row.oldest,
    move:
      row.moved_at === null || row.moved_up === null
        ? null
        : { isUp: row.moved_up, movedAt: row.moved_at.toISOString(), reason: row.move_reason },
  };
}
