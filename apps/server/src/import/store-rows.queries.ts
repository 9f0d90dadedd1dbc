import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../db/client.ts';
import { type CounterName, takeNumbers } from '../db/numbers.ts';
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

/** Adds new rows, changes stored rows that differ, and leaves the others untouched. */
export async function storeRows(trx: TenantDb, tenantId: number, target: Target): Promise<Counts> {
  await sql`create temp table import_next on commit drop as ${target.rows}`.execute(trx);
  if (target.counter !== undefined) await numberNewRows(trx, tenantId, target.counter);
  await sql`analyze import_next`.execute(trx);
  const changed = await updateRows(trx, tenantId, target);
  const added = await insertRows(trx, tenantId, target);
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from import_next`.execute(trx);
  await sql`drop table import_next`.execute(trx);
  return { added, changed, unchanged: (rows[0]?.total ?? 0) - added - changed, removed: 0 };
}

async function numberNewRows(trx: TenantDb, tenantId: number, counter: CounterName): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from import_next where id is null`.execute(trx);
  const count = rows[0]?.count ?? 0;
  if (count === 0) return;
  const first = await takeNumbers(trx, tenantId, counter, count);
  await sql`
    update import_next n set id = numbered.id
    from (
      select source_line, ${first}::int + (row_number() over (order by source_line))::int - 1 as id from import_next
      where id is null
    ) as numbered
    where n.id is null and n.source_line = numbered.source_line`.execute(trx);
}

async function updateRows(trx: TenantDb, tenantId: number, { table, key, columns }: Target): Promise<number> {
  if (columns.length === 0) return 0;
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} t set ${assign(columns)}
    from import_next n
    where t.tenant_id = ${tenantId} and ${sameKey(key)} and ${differs(columns)}`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

async function insertRows(trx: TenantDb, tenantId: number, target: Target): Promise<number> {
  const { table, key, columns, inserted = {} } = target;
  const all = [...key, ...columns];
  const extra = Object.entries(inserted);
  const names = sql.join([...all, ...extra.map(([column]) => column)].map((column) => sql.ref(column)));
  const values = sql.join([...all.map((column) => sql.ref(`n.${column}`)), ...extra.map(([, value]) => value)]);
  const { numAffectedRows } = await sql`
    insert into ${sql.table(table)} (tenant_id, ${names})
    select ${tenantId}::int, ${values} from import_next n
    where not exists (select from ${sql.table(table)} t where t.tenant_id = ${tenantId} and ${sameKey(key)})
    order by n.source_line`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

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

/** Returns noon of a day at the site, so that nearly every time zone shows the same day. */
export const noonAt = (date: RawBuilder<unknown>) => sql`(${date} + time '12:00') at time zone site.time_zone`;
