import type { Columns, DeclaredTable, PersonRows, TableName } from '../../db/declared-table.ts';

/** A table with rows of persons. */
export interface PersonTable extends Columns {
  person: PersonRows;
  erasedBefore?: readonly TableName[];
}

/** Returns the tables with rows of persons. */
export const personTables = (tables: readonly DeclaredTable[]): PersonTable[] =>
  tables.filter((table): table is DeclaredTable & PersonTable => table.person !== null);
