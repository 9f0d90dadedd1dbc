import type { DeclaredTable } from '../../db/declared-table.ts';

export const sealTables: readonly DeclaredTable[] = [
  { name: 'seal_certificates', kept: 'books', exported: true, without: ['private_key'], person: null },
];
