import type { DeclaredTable } from '../../db/declared-table.ts';

export const integrationKeyTables: readonly DeclaredTable[] = [
  { name: 'integration_keys', kept: 'few', leftBehind: 'a key opens the integration API', person: null },
];
