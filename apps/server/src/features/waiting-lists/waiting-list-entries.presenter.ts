import type { MovedEntry, WaitingListEntryResource } from '@quayside/contract/integration/waiting-lists.ts';
import type { z } from 'zod';
import type { EntryRow } from './waiting-list-entries.queries.ts';

/** Presents an entry to the marina's programs. */
export const presentEntry = (row: EntryRow): z.input<typeof WaitingListEntryResource> => ({
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

/** Presents an entry that was moved. A closed account, or one without an address, gets no mail. */
export const presentMovedEntry = (row: EntryRow): z.input<typeof MovedEntry> => ({
  ...presentEntry(row),
  mailedTo: row.is_closed || row.email === '' ? null : row.email,
});
