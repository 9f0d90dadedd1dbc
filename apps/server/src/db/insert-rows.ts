import { sql } from 'kysely';
import type { TenantDb } from './client.ts';
import type { Database } from './schema.ts';

/**
 * Inserts rows of one table in one statement: one parameter holds all of them. The first row names the columns. A
 * column that another row does not name becomes null.
 */
export async function insertRows(
  db: TenantDb,
  tenantId: number,
  table: keyof Database,
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
  await sql`
    insert into ${sql.table(table)} (tenant_id, ${columns})
    select ${tenantId}::int, ${columns}
    from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(db);
}
