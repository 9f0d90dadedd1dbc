import type { ColumnType } from 'kysely';

/** A jsonb column: an object when read, its JSON text when written. */
export type Json = ColumnType<unknown, string, string>;
export type Day = string;
/** The marina's own name of it; null where it came from no file. */
export type Reference = WithDefault<string | null>;
export type WithDefault<T> = ColumnType<T, T | undefined, T>;

/** Only `append_audit` writes these. */
export type Readable<Row> = { [Column in keyof Row]: ColumnType<Row[Column], never, never> };
