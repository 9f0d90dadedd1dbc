import pg from 'pg';

/** A column of a statement's rows, as PostgreSQL describes it. */
export interface Column {
  name: string;
  /** The number of its type. */
  dataTypeID: number;
}

/** The texts of a row as PostgreSQL sends them, in the order of the columns. */
export type RowTexts = readonly (string | null)[];

/** Reads the rows of a statement. */
export interface RowReader {
  columns: readonly Column[];
  read(texts: RowTexts): object;
}

/** The newest reader of each statement, by its name. */
const readers = new Map<string, RowReader>();

/**
 * Returns a reader for rows with these columns. Connections to which PostgreSQL describes a statement alike share it.
 * @param statement the statement's name
 */
export function readerOf(statement: string, columns: readonly Column[]): RowReader {
  const cachedReader = readers.get(statement);
  if (cachedReader && isAlike(cachedReader.columns, columns)) return cachedReader;
  const reader = { columns, read: makeRead(columns) };
  readers.set(statement, reader);
  return reader;
}

const isAlike = (one: readonly Column[], other: readonly Column[]) =>
  one.length === other.length &&
  one.every(({ name, dataTypeID }, place) => {
    const column = other[place];
    return name === column?.name && dataTypeID === column.dataTypeID;
  });

/**
 * Writes a function that makes an object of a row. The driver sets each column by a loop, which takes a tenth of the
 * time of a list page (docs/decisions/0106-changes-for-speed.md).
 * DANGER: names of columns become code. They come from our own statements, and only as quoted strings.
 */
function makeRead(columns: readonly Column[]): RowReader['read'] {
  const parsers = columns.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text'));
  const values = columns.map(
    ({ name }, place) => `${keyOf(name)}: texts[${place}] === null ? null : parsers[${place}](texts[${place}])`,
  );
  // oxlint-disable-next-line typescript/no-implied-eval -- see above
  return new Function('parsers', `return (texts) => ({ ${values.join(', ')} });`)(parsers) as RowReader['read'];
}

/** Without brackets, this one name would set the object's prototype. All names in brackets would be slower. */
const keyOf = (name: string) => (name === '__proto__' ? '["__proto__"]' : JSON.stringify(name));
