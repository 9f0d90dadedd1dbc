import { type Field, notationOf } from '../../import/fields.ts';
import type { ImportTenant } from '../../import/columns.ts';
import type { ImportKind, StoreOptions } from '../../import/kind.ts';
import type { Problems } from './problems.ts';
import { type SourceRow, SourceError } from './reading/source-row.ts';
import type { Source } from './folder.ts';

export type Values = Readonly<Record<string, string>>;

export interface CheckedRow {
  line: number;
  /** The name of its kind, in a source whose rows name their own. */
  kind?: string;
  /** The values as the file has them. For a correct row they are in our own notation. */
  values: Values;
  /** The texts of the file, before their notation became ours. */
  texts: Values;
  wrong: boolean;
  /** The columns whose cells are wrong. */
  wrongColumns: Set<string>;
}

/**
 * Returns the row that waits. A wrong row waits with its key, so that rows that refer to it are not called wrong too.
 * It also keeps its right references, so that one run finds all of its problems.
 */
function waitingRow(
  { key, columns }: Pick<ImportKind, 'key' | 'columns'>,
  values: Values,
  wrongColumns: ReadonlySet<string>,
): Record<string, string | undefined> {
  const names = Object.keys(columns).filter((column) =>
    columns[column]?.refersTo ? !wrongColumns.has(column) : key.includes(column),
  );
  return Object.fromEntries(names.map((column) => [column, values[column]]));
}

/** The place of a row: its kind, its marina, and the name that its problems show. */
interface RowPlace {
  kind: ImportKind;
  tenant: ImportTenant;
  file: string;
}

/**
 * Checks a row by its kind's own rules, unless it is wrong already. Its problems are added to `problems`.
 * @returns the values that wait for the checks of all rows
 */
export async function judgeRow(
  row: CheckedRow,
  { kind, tenant, file }: RowPlace,
  problems: Problems,
  options: StoreOptions,
): Promise<{ wrong: boolean; values: Record<string, unknown> }> {
  const { line, values, wrongColumns } = row;
  let { wrong } = row;
  const tell: TellCell = (column, message) => {
    wrong = true;
    wrongColumns.add(column);
    problems.add({ file, line, column, message: quoting(row.texts[column], message) });
  };
  const read = wrong ? values : ((await kind.read?.(values, tenant, tell, options)) ?? values);
  return { wrong, values: wrong ? waitingRow(kind, values, wrongColumns) : read };
}

type TellCell = (column: string, message: string) => void;

type Fields = Readonly<Record<string, Field>>;

/** Returns the fields that a row may have. null if that can't be known; it then reports why. */
export type FieldsOf = (row: SourceRow, tell: TellCell) => Fields | null | Promise<Fields | null>;

/** Reads the rows of a source, and checks each by itself. */
export async function* readRows(
  source: Source,
  problems: Problems,
  fieldsOf: FieldsOf,
  onBytes: (count: number) => void,
): AsyncGenerator<CheckedRow> {
  const reported = new Set<string>();
  try {
    for await (const row of source.read(onBytes)) {
      const { line, kind, unreadable } = row;
      const file = kind ?? source.name;
      if (unreadable !== undefined) problems.addUnreadable({ file, line, message: unreadable });
      if (unreadable !== undefined) continue;
      const before = problems.count;
      let wrong = false;
      const wrongColumns = new Set<string>();
      const tell: TellCell = (column, message) => {
        wrongColumns.add(column);
        problems.add({ file, line, column, message: quoting(row.values[column], message) });
      };
      // A problem that every line has, such as a missing column, is reported once.
      const tellOnce: TellCell = (column, message) => {
        const problem = `${file} ${column} ${message}`;
        if (!reported.has(problem)) tell(column, message);
        reported.add(problem);
        wrongColumns.add(column);
        wrong = true;
      };
      const fields = await fieldsOf(row, tellOnce);
      if (fields === null) continue;
      const values = checkCells(inOwnNotation(row, fields, source.formats), fields, tell, tellOnce);
      yield {
        line,
        ...(kind === undefined ? {} : { kind }),
        values,
        texts: row.values,
        wrong: wrong || problems.count > before,
        wrongColumns,
      };
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    problems.addUnreadable({ file: source.name, line: error.line, message: error.message });
  }
}

/**
 * Returns a message that quotes a cell as it stands in the file. A check sees the cell in our notation, in which its
 * owner would not find it.
 */
const quoting = (text: string | undefined, message: string) =>
  text === undefined ? message : message.replace(/^"[^"]*"/, () => `"${text.trim()}"`);

/** Returns a row with its days and numbers in our own notation. What is no such day or number stays as it is. */
function inOwnNotation(row: SourceRow, fields: Fields, formats: Source['formats']): SourceRow {
  if (formats === undefined) return row;
  const values = Object.entries(row.values).map(([column, value]) => {
    const schema = fields[column]?.schema;
    const notation = schema && notationOf(schema);
    return [column, notation === undefined ? value : formats[notation](value)];
  });
  return { ...row, values: Object.fromEntries(values) };
}

/** The columns that say what a row is or belongs to. */
const names = new Set(['reference', 'order', 'estimate']);
const emptyName = 'is empty: if the line holds totals, delete it';

function checkCells({ values }: SourceRow, fields: Fields, tell: TellCell, tellOnce: TellCell): Values {
  for (const column of Object.keys(values))
    if (fields[column] === undefined) tellOnce(column, `is none of the columns ${Object.keys(fields).join(', ')}`);
  const checked: Record<string, string> = {};
  for (const [column, { schema, required }] of Object.entries(fields)) {
    const value = values[column];
    if (value === undefined) {
      if (required) tellOnce(column, 'is missing');
      continue;
    }
    const { data, error } = value.trim() === '' ? { data: '', error: undefined } : schema.safeParse(value);
    checked[column] = data ?? value.trim();
    if (error) tell(column, error.issues[0]?.message ?? 'is wrong');
    else if (required && data === '') tell(column, names.has(column) ? emptyName : 'is empty');
  }
  return checked;
}
