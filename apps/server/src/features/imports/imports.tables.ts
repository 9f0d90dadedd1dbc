import { sql } from 'kysely';
import type { DeclaredTable, FindRows } from '../../db/declared-table.ts';

/** Problems quote what is wrong, such as an address or a reference. */
const ofProblems: FindRows = ({ emails, reference }) => {
  const words = ['', ...emails, ...(reference === null ? [] : [`"${reference.toLowerCase()}"`])];
  return sql`exists (
    select from unnest(array[${sql.join(words.map((word) => sql.lit(word)))}]) as word
    where word <> '' and strpos(lower(t.message), word) > 0)`;
};

export const importTables: readonly DeclaredTable[] = [
  {
    name: 'imports',
    kept: { sweptBy: 'sweep-imports' },
    leftBehind: 'the progress of imports, which belong to a key',
    person: null,
  },
  {
    name: 'import_problems',
    kept: { sweptBy: 'sweep-imports' },
    leftBehind: 'the progress of imports, which belong to a key',
    person: { whose: ofProblems, erasure: 'goes', why: 'they quote the rows of an import' },
  },
];
