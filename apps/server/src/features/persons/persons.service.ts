import type { TenantDb } from '../../db/client.ts';
import type { DeclaredTable } from '../../db/declared-table.ts';
import { personTables } from './person-tables.rules.ts';
import { findPerson, readRowsOf } from './persons.queries.ts';

/** Reads everything about a customer, one table after the other. Tables without rows are left out. */
export async function* readPerson(
  trx: TenantDb,
  tenantId: number,
  accountId: number,
  tables: readonly DeclaredTable[],
): AsyncGenerator<{ table: string; lines: string[] }> {
  const person = await findPerson(trx, tenantId, accountId);
  for (const table of personTables(tables)) {
    const lines = await readRowsOf(trx, tenantId, person, table);
    const name = table.name === 'earlier_audit_entries' ? 'audit_entries' : table.name;
    if (lines.length > 0) yield { table: name, lines };
  }
}
