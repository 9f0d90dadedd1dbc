import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Columns, ExportedTable } from '../../db/declared-table.ts';
import { auditTrail } from './archived-tables.rules.ts';

/** About how much of a table is in memory at once, in characters. */
const mostCharacters = 1_000_000;
const mostRows = 256;

/** Sets how this transaction writes times, bytes and numbers, so that every database writes the same text. */
export async function setCommonTexts(trx: TenantDb): Promise<void> {
  await sql`set local timezone = 'UTC'; set local bytea_output = 'hex'; set local extra_float_digits = 1`.execute(trx);
}

/** Lists the columns of an export's table, and those of its key. */
export async function shapeOf(trx: TenantDb, { name, without = [] }: Columns) {
  const { rows } = await sql<{ columns: string[]; key: string[] }>`
    select array_agg(a.attname::text order by a.attnum) as columns,
      (select array_agg(k.attname::text order by position.at) from pg_index i
         cross join unnest(i.indkey) with ordinality as position (attnum, at)
         join pg_attribute k on k.attrelid = i.indrelid and k.attnum = position.attnum
       where i.indrelid = to_regclass(${`public.${name}`}) and i.indisprimary and k.attname <> 'tenant_id') as key
    from pg_attribute a
    where a.attrelid = to_regclass(${`public.${name}`}) and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and a.attname <> 'tenant_id' and a.attname <> all (${without})`.execute(trx);
  const [shape] = rows;
  if (!shape?.columns || !shape.key) throw new Error(`there is no table ${name} with a key`);
  return shape;
}

/** Tells if there is a stored file with this name. */
export async function hasFile(trx: TenantDb, tenantId: number, name: string): Promise<boolean> {
  const row = await trx
    .selectFrom('files')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('storage_name', '=', name)
    .executeTakeFirst();
  return row !== undefined;
}

/** Reads the lines of the files in the order of their commits: a file that comes later comes last. See `readLines`. */
export const readLinesOfFiles = (trx: TenantDb, tenantId: number): AsyncGenerator<string[]> =>
  readLines(trx, tenantId, { name: 'files' }, ['place', 'id']);

/**
 * Reads the rows of a table as lines of JSON, a few at a time. A cursor holds the place, so the memory stays the same
 * however many rows there are. Must run in a transaction.
 * @param by the columns of the order. Default: the key
 */
export async function* readLines(
  trx: TenantDb,
  tenantId: number,
  table: Columns,
  by?: readonly string[],
): AsyncGenerator<string[]> {
  const { columns, key } = await shapeOf(trx, table);
  const order = (by ?? key).map((column) => sql`t.${sql.ref(column)}`);
  // Texts are in the order of their bytes, so that every database gives the same order.
  await sql`
    declare archived no scroll cursor for
      select row_to_json(r)::text as line from (
        select ${sql.join(columns.map((column) => sql.ref(column)))} from ${rowsOf(table, sql.lit(tenantId))} as t
        where t.tenant_id = ${sql.lit(tenantId)}
        order by ${sql.join(order)}
      ) as r`.execute(trx);
  for (let size = 16; ; ) {
    const { rows } = await sql<{ line: string }>`fetch forward ${sql.lit(size)} from archived`.execute(trx);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
    const each = rows.reduce((sum, { line }) => sum + line.length, 0) / rows.length;
    size = Math.max(1, Math.min(mostRows, size * 2, Math.floor(mostCharacters / each)));
  }
  await sql`close archived`.execute(trx);
}

/** Returns the source of a table's rows. The marina's own audit trail comes after the earlier ones. */
function rowsOf({ name }: Columns, tenantId: RawBuilder<unknown>): RawBuilder<unknown> {
  if (name !== auditTrail) return sql.table(name);
  const entry = sql`sequence, content::text as content, previous_hash, hash`;
  return sql`(
    select tenant_id, trail, written_as, ${entry} from earlier_audit_entries
    union all
    select tenant_id,
      (select coalesce(max(trail), 0) + 1 from earlier_audit_entries where tenant_id = ${tenantId}),
      tenant_id, ${entry}
    from audit_entries)`;
}

/** Returns the database's time of a transaction. */
export async function timeOf(trx: TenantDb): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select now() as at`.execute(trx);
  return rows[0]?.at ?? new Date(0);
}

/** Returns the tables that have rows of this tenant. */
export async function findFilled(trx: TenantDb, tenantId: number, tables: readonly string[]): Promise<string[]> {
  const each = tables.map(
    (table) =>
      sql`
        select ${sql.lit(table)} as name
        where exists (select from ${sql.table(table)} where tenant_id = ${tenantId}::int)`,
  );
  const { rows } = await sql<{ name: string }>`${sql.join(each, sql` union all `)}`.execute(trx);
  return rows.map(({ name }) => name);
}

/** Lets lines come without making their orders newer, until the transaction ends. */
export async function keepTimes(trx: TenantDb): Promise<void> {
  await sql`set local app.keeps_times = 'yes'`.execute(trx);
}

/** Inserts rows of a table from lines of JSON. */
export async function insertLines(
  trx: TenantDb,
  tenantId: number,
  table: ExportedTable & { columns: readonly string[] },
  lines: readonly string[],
): Promise<void> {
  const { name, columns, renewed = {} } = table;
  const made = Object.entries(renewed);
  const names = [...columns, ...made.map(([column]) => column)];
  const values = [...columns.map((column) => valueOf(name, column)), ...made.map(([, value]) => sql.raw(value))];
  await sql`
    insert into ${sql.table(name)} (tenant_id, ${sql.join(names.map((column) => sql.ref(column)))})
    select ${tenantId}::int, ${sql.join(values)}
    from json_populate_recordset(null::${sql.table(name)}, ${`[${lines.join(',')}]`}::json) as r`.execute(trx);
}

/** An entry of the audit trail travels as a text, because its hash is that of each character. */
const valueOf = (table: string, column: string): RawBuilder<unknown> =>
  table === auditTrail && column === 'content' ? sql`(r.content #>> '{}')::json` : sql`${sql.ref(`r.${column}`)}`;

/** Lets PostgreSQL count the rows of the tables, so that it plans later queries for their size. */
export async function analyse(ownerDb: TenantDb, tables: readonly string[]): Promise<void> {
  await sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(ownerDb);
}

/** The namespace of these advisory locks. */
const exportLocks = 7_201_848;

/** Keeps other exports of a marina's programs away until the transaction ends. @returns false if one runs */
export async function tryExportAlone(trx: TenantDb, tenantId: number): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(exportLocks)}, ${tenantId}::int) as free`.execute(trx);
  return rows[0]?.free === true;
}
