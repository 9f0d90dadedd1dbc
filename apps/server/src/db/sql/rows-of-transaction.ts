import { type RawBuilder, sql } from 'kysely';

/**
 * Returns the condition for the rows that this transaction has made or changed. The time finds them by an index. It is
 * the time at which the transaction began, and another one may have begun then too, so the row's own mark decides.
 * @param table the alias of a table with the column `updated_at`, which the database keeps (`note_change`)
 */
export const changedHere = (table: string): RawBuilder<boolean> =>
  sql`${sql.ref(`${table}.updated_at`)} = now() and ${sql.ref(`${table}.xmin`)} = pg_current_xact_id()::xid`;

/** Returns the condition for those of the rows that this transaction has made. */
export const madeHere = (table: string): RawBuilder<boolean> =>
  sql`coalesce(${sql.ref(`${table}.made_at`)} = now(), false)`;
