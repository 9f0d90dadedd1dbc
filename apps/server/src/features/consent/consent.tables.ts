import { type DeclaredTable, ofAccount } from '../../db/declared-table.ts';

export const consentTables: readonly DeclaredTable[] = [
  { name: 'consent_groups', kept: 'few', exported: true, person: null },
  {
    name: 'consents',
    kept: 'books',
    exported: true,
    // The database gives each new row a place of its own.
    without: ['place'],
    person: { whose: ofAccount, erasure: 'stays', why: 'they prove what the customer allowed' },
  },
];
