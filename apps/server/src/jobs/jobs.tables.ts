import type { DeclaredTable } from '../db/declared-table.ts';

export const jobTables: readonly DeclaredTable[] = [
  { name: 'leases', leftBehind: 'belongs to the installation', person: null },
  { name: 'live_workers', leftBehind: 'belongs to the installation', person: null },
];
