import { type DeclaredTable, ofAccount } from '../../db/declared-table.ts';

export const documentTables: readonly DeclaredTable[] = [
  { name: 'document_types', kept: 'few', exported: true, person: null },
  {
    name: 'account_documents',
    kept: { sweptBy: 'sweep-uploads' },
    exported: true,
    person: { whose: ofAccount, erasure: 'goes', why: 'no law keeps what customers handed in' },
  },
];
