import type { DeclaredTable } from './declared-table.ts';

/** The tables of the database itself. */
export const databaseTables: readonly DeclaredTable[] = [
  { name: 'counters', exported: true, person: null },
  { name: 'secret_keys', leftBehind: 'belongs to the installation', person: null },
  { name: 'kysely_migration', leftBehind: 'belongs to the installation', person: null },
  { name: 'kysely_migration_lock', leftBehind: 'belongs to the installation', person: null },
];
