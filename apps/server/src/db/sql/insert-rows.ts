import { type Insertable, sql } from 'kysely';
import type { TenantDb } from '../client.ts';
import type { Json } from './columns.ts';
import type { Database } from '../schema/schema.ts';

/** A column's value in JSON: an object for jsonb, and PostgreSQL's own text for bytes. */
type InJson<Column, Value> = Column extends Json ? object : Value extends Buffer ? string : Value;

type RowInJson<Row, Inserted = Insertable<Row>> = {
  [Name in keyof Inserted]: InJson<Name extends keyof Row ? Row[Name] : never, Inserted[Name]>;
};

/** A new row of a table, without its tenant. */
export type NewRow<Table extends keyof Database> = Omit<RowInJson<Database[Table]>, 'tenant_id'>;

/**
 * Inserts rows of one table in one statement: one parameter holds all of them. The first row names the columns. A
 * column that another row does not name becomes null.
 */
export async function insertRows<Table extends keyof Database>(
  db: TenantDb,
  tenantId: number,
  table: Table,
  rows: readonly NewRow<Table>[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
  await sql`
    insert into ${sql.table(table)} (tenant_id, ${columns})
    select ${tenantId}::int, ${columns}
    from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(db);
}
