import type { ColumnType } from 'kysely';

/** A jsonb column: an object when read, its JSON text when written. */
export type Json = ColumnType<unknown, string, string>;
/** A day, as `YYYY-MM-DD`. */
export type Day = string;
/** The marina's own name of the row; null if no file brought it. */
export type Reference = WithDefault<string | null>;
/** A column that an insert may leave out, because the database has a default. */
export type WithDefault<T> = ColumnType<T, T | undefined, T>;

/** The columns of tables that only the database itself writes. */
export type Readable<Row> = { [Column in keyof Row]: ColumnType<Row[Column], never, never> };

/** The place of a row in a list of programs, which the database gives when it commits the row. */
export type Place = ColumnType<number, never, never>;

/** A time that the database itself writes. */
export type NotedTime = ColumnType<Date, never, never>;
