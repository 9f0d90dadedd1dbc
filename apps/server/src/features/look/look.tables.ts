import type { DeclaredTable } from '../../db/declared-table.ts';

export const lookTables: readonly DeclaredTable[] = [{ name: 'look_files', exported: true, person: null }];
