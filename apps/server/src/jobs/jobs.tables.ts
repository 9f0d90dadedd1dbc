import type { DeclaredTable } from '../db/declared-table.ts';

export const jobTables: readonly DeclaredTable[] = [
  { name: 'leases', kept: 'few', leftBehind: 'belongs to the installation', person: null },
  { name: 'live_workers', kept: 'few', leftBehind: 'belongs to the installation', person: null },
];
