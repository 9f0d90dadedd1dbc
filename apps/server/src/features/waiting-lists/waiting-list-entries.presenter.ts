import type {
  MovedEntry,
  WaitingListEntryResource,
  WaitingListResource,
} from '@quayside/contract/integration/waiting-lists.ts';
import type { z } from 'zod';
import type { EntryRow, ListedEntryRow } from './waiting-list-entries.queries.ts';
import type { WaitingListResourceRow } from './waiting-list-resources.queries.ts';

/** Presents an entry without the time of its last change, as events have it. */
const presentPlace = (row: ListedEntryRow | EntryRow): Omit<z.input<typeof MovedEntry>, 'mailedTo'> => ({
  list: row.list,
  title: row.title,
  type: row.type,
  account: row.account,
  accountNumber: row.account_id,
  position: row.position,
  joinedOn: row.joined_on,
  addedOn: row.added_on,
  movedAt: row.moved_at?.toISOString() ?? null,
  movedUp: row.moved_up,
  reason: row.move_reason,
});

/** Presents an entry to the marina's programs. */
export const presentEntry = (row: ListedEntryRow | EntryRow): z.input<typeof WaitingListEntryResource> => ({
  ...presentPlace(row),
  updatedAt: row.updated_at.toISOString(),
});

/** Presents a waiting list to the marina's programs. */
export const presentWaitingListResource = (row: WaitingListResourceRow): z.input<typeof WaitingListResource> => ({
  reference: row.reference,
  number: row.id,
  title: row.title,
  type: row.type,
  updatedAt: row.updated_at.toISOString(),
});

/** Presents an entry that was moved. A closed account, or one without an address, gets no mail. */
export const presentMovedEntry = (row: EntryRow): z.input<typeof MovedEntry> => ({
  ...presentPlace(row),
  mailedTo: row.is_closed || row.email === '' ? null : row.email,
});
