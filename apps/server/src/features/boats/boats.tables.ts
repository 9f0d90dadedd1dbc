import { type DeclaredTable, ofAccount } from '../../db/declared-table.ts';

export const boatTables: readonly DeclaredTable[] = [
  {
    name: 'boats',
    kept: 'owner',
    exported: true,
    person: { whose: ofAccount, erasure: 'goes', why: 'the invoices name the boat' },
  },
];
