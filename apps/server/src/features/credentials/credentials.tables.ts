import type { DeclaredTable } from '../../db/declared-table.ts';

export const credentialTables: readonly DeclaredTable[] = [
  {
    name: 'told_credentials',
    kept: 'few',
    leftBehind: 'notices about keys and certificates of one installation',
    person: null,
  },
];
