import type { DeclaredTable } from '../../db/declared-table.ts';

export const integrationRowTables: readonly DeclaredTable[] = [
  {
    name: 'integration_answers',
    kept: { sweptBy: 'sweep-integration-answers' },
    leftBehind: 'answers to requests with a key',
    person: null,
  },
];
