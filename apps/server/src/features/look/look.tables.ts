import type { DeclaredTable } from '../../db/declared-table.ts';

export const lookTables: readonly DeclaredTable[] = [{ name: 'look_files', kept: 'few', exported: true, person: null }];
