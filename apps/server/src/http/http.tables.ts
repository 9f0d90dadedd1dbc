import type { DeclaredTable } from '../db/declared-table.ts';

export const httpTables: readonly DeclaredTable[] = [
  {
    name: 'rate_limits',
    kept: { sweptBy: 'sweep-rate-limits' },
    leftBehind: 'counts the requests of the last hours',
    person: null,
  },
];
