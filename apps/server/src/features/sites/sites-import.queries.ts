import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { keepNumbersAbove } from '../../db/sql/numbers.ts';
import type { Columns } from '../../import/columns.ts';
import type { Counts } from '../../import/kind.ts';
import { storeFile } from '../../import/store-rows.queries.ts';

/** Stores the waiting sites under the numbers that the file gives them. */
export async function storeSites(trx: TenantDb, tenantId: number, columns: Columns): Promise<Counts> {
  const counts = await storeFile(trx, tenantId, {
    table: 'sites',
    columns,
    computed: { id: sql`s.number::int` },
    from: sql`from import_sites s where s.tenant_id = ${tenantId}`,
  });
  const { rows } = await sql<{ last: number | null }>`
    select max(id) as last from sites where tenant_id = ${tenantId}`.execute(trx);
  await keepNumbersAbove(trx, tenantId, 'site', rows[0]?.last ?? 0);
  return counts;
}
