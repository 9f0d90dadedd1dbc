import { createHash } from 'node:crypto';
import pg from 'pg';
import { type Column, type RowReader, type RowTexts, readerOf } from './row-reader.ts';

const statementNames = new Map<string, string>();

function statementName(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url');
    statementNames.set(text, name);
  }
  return name;
}

/** The parts of the driver's statement that its types leave out. */
interface DriversStatement extends pg.Query {
  name: string;
  _result: { fields: readonly Column[]; rows: object[] };
  /** An error of the reader, which the statement ends with. Later rows are left out. */
  _canceledDueToError: unknown;
  prepare(connection: pg.Connection): void;
  handleRowDescription(message: { fields: readonly Column[] }): void;
  handleDataRow(message: { fields: RowTexts }): void;
}

const DriversStatement = pg.Query as unknown as new (text: string, values: unknown[]) => DriversStatement;

/** The readers of one connection, by the names of statements. */
export type RowReaders = Map<string, RowReader>;

/**
 * A statement with a name. The driver copies statements that are plain objects, which costs more than to send them.
 *
 * PostgreSQL describes the rows of a statement once for each connection, and not with each answer. The driver asks each
 * time, and a list page has 26 columns. The description holds as long as the connection: PostgreSQL refuses a prepared
 * statement whose rows have got other types. Behind a pooler of transactions that does not hold, but our migrations
 * change no type of a column (`additive-migrations.test.ts`).
 */
export class NamedStatement extends DriversStatement {
  readonly #readers: RowReaders;
  #reader: RowReader | undefined;

  /** @param readers the readers of the connection on which it is sent */
  constructor(text: string, values: unknown[], readers: RowReaders) {
    super(text, values);
    this.name = statementName(text);
    this.#readers = readers;
  }

  override prepare(connection: pg.Connection): void {
    const reader = this.#readers.get(this.name);
    if (reader) this.#readWith(reader);
    super.prepare(reader ? withoutDescribing(connection) : connection);
  }

  override handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    const reader = readerOf(this.name, fields);
    this.#readers.set(this.name, reader);
    this.#readWith(reader);
  }

  override handleDataRow({ fields }: { fields: RowTexts }): void {
    if (!this.#reader || this._canceledDueToError) return;
    try {
      this._result.rows.push(this.#reader.read(fields));
    } catch (error) {
      this._canceledDueToError = error;
    }
  }

  #readWith(reader: RowReader): void {
    this.#reader = reader;
    this._result.fields = reader.columns;
  }
}

const silentConnections = new WeakMap<pg.Connection, pg.Connection>();

/** Returns the same connection, which doesn't ask for a description. */
function withoutDescribing(connection: pg.Connection): pg.Connection {
  let silent = silentConnections.get(connection);
  if (!silent) {
    silent = Object.create(connection, { describe: { value: () => {} } }) as pg.Connection;
    silentConnections.set(connection, silent);
  }
  return silent;
}
