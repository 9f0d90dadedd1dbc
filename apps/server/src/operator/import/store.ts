import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { type CounterName, takeNumbers } from '../../db/numbers.ts';
import type { Counts } from './kinds/kind.ts';

export interface Target {
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
      select source_line, ${first}::int + (row_number() over (order by source_line))::int - 1 as id from import_next where id is null
    ) as numbered
    where n.id is null and n.source_line = numbered.source_line`.execute(trx);
}

async function updateRows(trx: TenantDb, tenantId: number, { table, key, columns }: Target): Promise<number> {
  if (columns.length === 0) return 0;
  const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = n.${sql.ref(column)}`));
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} t set ${set}
    from import_next n
    where t.tenant_id = ${tenantId} and ${sameKey(key)} and row(${of('t', columns)}) is distinct from row(${of('n', columns)})`.execute(
    trx,
  );
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

/** Returns null for an empty text of a waiting row. */
export const orNull = (column: string) => sql`nullif(s.${sql.ref(column)}, '')`;

/**
 * Returns the value to store: the file's, or the stored one if the file does not give the column.
 * @param type null: text, which is empty if there is none
 */
export function given(waiting: string, stored: string, type: 'date' | 'numeric' | 'int' | null): RawBuilder<unknown> {
  const kept = sql.ref(`t.${stored}`);
  if (type === null) return sql`coalesce(s.${sql.ref(waiting)}, ${kept}, '')`;
  const value = sql`${orNull(waiting)}::${sql.raw(type)}`;
  return sql`case when s.${sql.ref(waiting)} is null then ${kept} else ${value} end`;
}
