import { type DeclaredTable, ofAccount } from '../../db/declared-table.ts';

export const waitingListTables: readonly DeclaredTable[] = [
  { name: 'waiting_lists', kept: 'few', exported: true, person: null },
  {
    name: 'waiting_list_entries',
    kept: 'owner',
    exported: true,
    // The database gives each new row a place of its own.
    without: ['place'],
    person: { whose: ofAccount, erasure: 'goes', why: 'the customer has left' },
  },
];
