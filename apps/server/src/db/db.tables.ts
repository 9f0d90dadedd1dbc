import type { DeclaredTable } from './declared-table.ts';

/** The tables of the database itself. */
export const databaseTables: readonly DeclaredTable[] = [
  { name: 'counters', kept: 'few', exported: true, person: null },
  { name: 'secret_keys', kept: 'few', leftBehind: 'belongs to the installation', person: null },
  { name: 'kysely_migration', kept: 'few', leftBehind: 'belongs to the installation', person: null },
  { name: 'kysely_migration_lock', kept: 'few', leftBehind: 'belongs to the installation', person: null },
];
