import { type DeclaredTable, ofAccount } from '../../db/declared-table.ts';

export const stayTables: readonly DeclaredTable[] = [
  {
    name: 'stays',
    kept: 'owner',
    exported: true,
    person: { whose: ofAccount, erasure: 'goes', why: 'the invoices say what was paid for' },
  },
  { name: 'stay_totals', kept: 'few', leftBehind: 'the database counts the stays again', person: null },
];
