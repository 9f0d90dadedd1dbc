import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../db/client.ts';
import { type CounterName, takeCountedNumbers } from '../db/sql/numbers.ts';
import { type Columns, storedOf, type StoredColumn } from './columns.ts';
import type { Counts } from './kind.ts';

interface Target {
  table: string;
  /**
   * The rows to store: `source_line`, the columns of `key` and `columns`, and those that `inserted` reads. If a
   * counter gives the ids, `id` is that of the stored row, or null.
   */
  rows: RawBuilder<unknown>;
  counter?: CounterName;
  /** The columns that identify a row, beside the tenant. */
  key: readonly string[];
  /** The columns that are compared with a stored row, and written to it. */
  columns: readonly string[];
  /** The columns that only a new row gets: column → expression over `n`, the row. */
  inserted?: Readonly<Record<string, RawBuilder<unknown>>>;
}

interface FileRows {
  /** Queries that come before the select. */
  before?: RawBuilder<unknown>;
  /** The columns of the file. Those that are stored as they are need nothing else. */
  columns: Columns;
  /** The stored columns that need more: column → expression. */
  computed?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** True if a counter gives the ids: `t` is the stored row then. */
  isNumbered: boolean;
  /** The rows, from `from` on: `s` is the waiting row, and `t` the stored one. */
  from: RawBuilder<unknown>;
}

/** Returns the rows to store, and the columns that they have beside `source_line` and the id. */
export function rowsOf({ before = sql``, isNumbered, from, ...file }: FileRows) {
  const { values, columns } = valuesOf(file);
  const id = isNumbered ? sql`t.id, ` : sql``;
  return { rows: sql`${before} select s.source_line, ${id}${values} ${from}`, columns };
}

/** Returns the stored columns, and what a select puts in them: `s` is the waiting row, and `t` the stored one. */
export function valuesOf({ columns, computed = {} }: Pick<FileRows, 'columns' | 'computed'>) {
  const own = storedOf(columns).map((each) => [each.to, valueOf(each)] as const);
  const all = [...own, ...Object.entries(computed)];
  return {
    values: sql.join(all.map(([name, value]) => sql`${value} as ${sql.ref(name)}`)),
    columns: all.map(([name]) => name),
  };
}

/** Stores the waiting rows of a file, and counts them. */
export function storeFile(
  trx: TenantDb,
  tenantId: number,
  {
    table,
    counter,
    key = ['id'],
    inserted,
    ...file
  }: Omit<FileRows, 'isNumbered'> & Pick<Target, 'table' | 'counter' | 'inserted'> & Partial<Pick<Target, 'key'>>,
): Promise<Counts> {
  const made = rowsOf({ ...file, isNumbered: counter !== undefined });
  const columns = made.columns.filter((name) => !key.includes(name));
  const numbers = counter && { counter };
  return storeRows(trx, tenantId, { table, key, rows: made.rows, columns, ...numbers, ...(inserted && { inserted }) });
}

/** Returns the value to store of a column: the file's, or the stored one if the file does not give the column. */
function valueOf({ from, to, as, silent }: StoredColumn): RawBuilder<unknown> {
  const type = as === null ? sql`` : sql`::${sql.raw(as)}`;
  if (silent === 'said') return sql`${sql.ref(`s.${from}`)}${type}`;
  if (silent === 'empty') return sql`${orNull(from)}${type}`;
  return sql`case when ${sql.ref(`s.${from}`)} is null then ${sql.ref(`t.${to}`)} else ${orNull(from)}${type} end`;
}

/**
 * Adds new rows, changes stored rows that differ, and leaves the others untouched. It is one statement without a table
 * of its own: PostgreSQL keeps its plan for the next request of a program, and a new table would cost more than a row.
 */
export async function storeRows(trx: TenantDb, tenantId: number, target: Target): Promise<Counts> {
  const { table, counter, key, columns, inserted = {} } = target;
  const written = [...key, ...columns];
  const extra = Object.entries(inserted);
  const names = sql.join([...written, ...extra.map(([column]) => column)].map((column) => sql.ref(column)));
  const valueToAdd = (column: string) =>
    counter !== undefined && column === 'id' ? sql`n.new_id` : sql.ref(`n.${column}`);
  const values = sql.join([...written.map(valueToAdd), ...extra.map(([, value]) => value)]);
  const isNew =
    counter === undefined
      ? sql`not exists (select from ${sql.table(table)} t where t.tenant_id = ${tenantId} and ${sameKey(key)})`
      : sql`n.id is null`;
  // The total is read first, so that the numbers are taken before rows are locked, as everywhere.
  const { rows } = await sql<{ total: number; added: number; changed: number }>`
    with given as materialized (${target.rows}),
      ${counter === undefined ? sql`import_next as (select * from given)` : numbered(trx, tenantId, counter)},
      changed as (
        ${columns.length === 0 ? sql`select 1 where false` : updateRows(tenantId, target)}
      ),
      added as (
        insert into ${sql.table(table)} (tenant_id, ${names})
        select ${tenantId}::int, ${values} from import_next n where ${isNew} order by n.source_line
        returning 1
      )
    select (select count(*)::int from import_next) as total, (select count(*)::int from changed) as changed,
      (select count(*)::int from added) as added`.execute(trx);
  const { total = 0, added = 0, changed = 0 } = rows[0] ?? {};
  return { added, changed, unchanged: total - added - changed, removed: 0 };
}

/** Gives the new rows the next numbers of the counter, in the order of the file. */
const numbered = (trx: TenantDb, tenantId: number, counter: CounterName) => sql`
      wanted as (select count(*)::int as count from given where id is null),
      taken as (${takeCountedNumbers(trx, tenantId, counter, sql`wanted`)}),
      import_next as materialized (
        select given.*, (select last from taken) - (select count from wanted)
          + (row_number() over (partition by id is null order by source_line))::int as new_id
        from given
      )`;

const updateRows = (tenantId: number, { table, key, columns }: Target) => sql`
        update ${sql.table(table)} t set ${assign(columns)}
        from import_next n
        where t.tenant_id = ${tenantId} and ${sameKey(key)} and ${differs(columns)}
        returning 1`;

const sameKey = (key: readonly string[]) =>
  sql.join(
    key.map((column) => sql`t.${sql.ref(column)} = n.${sql.ref(column)}`),
    sql` and `,
  );

const of = (alias: 't' | 'n', columns: readonly string[]) =>
  sql.join(columns.map((column) => sql.ref(`${alias}.${column}`)));

/** Returns the assignments that write the row `n`. */
export const assign = (columns: readonly string[]) =>
  sql.join(columns.map((column) => sql`${sql.ref(column)} = n.${sql.ref(column)}`));

/** Tells if the row `n` differs from the stored row `t`. */
export const differs = (columns: readonly string[]) =>
  sql`row(${of('t', columns)}) is distinct from row(${of('n', columns)})`;

/** Returns null for an empty text of a waiting row. */
export const orNull = (column: string) => sql`nullif(s.${sql.ref(column)}, '')`;

/**
 * Returns the moment to store for a day of a file. The stored one stays if it is on that day, because the portal and
 * the calls know it exactly.
 * @param stored the name of the stored column
 */
export const momentOn = (date: RawBuilder<unknown>, stored: string) => {
  const moment = sql.ref(`t.${stored}`);
  return sql`case when (${moment} at time zone site.time_zone)::date = ${date} then ${moment} else ${noonAt(date)} end`;
};

/** Returns noon of a day at the site, so that nearly every time zone shows the same day. */
export const noonAt = (date: RawBuilder<unknown>) => sql`(${date} + time '12:00') at time zone site.time_zone`;
