import { type DeclaredTable, ofAccount } from '../../db/declared-table.ts';
import { takeOffLists } from './leave-list.queries.ts';

export const waitingListTables: readonly DeclaredTable[] = [
  { name: 'waiting_lists', kept: 'few', exported: true, person: null },
  {
    name: 'waiting_list_entries',
    kept: 'owner',
    exported: true,
    // The database gives each new row a place of its own.
    without: ['place'],
    person: {
      whose: ofAccount,
      erasure: 'goes',
      erase: (trx, { tenantId, rows }) => takeOffLists(trx, tenantId, rows),
      why: 'the customer has left',
    },
  },
];
