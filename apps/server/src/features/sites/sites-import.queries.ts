import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
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
  await sql`
    insert into counters (tenant_id, name, last)
    select tenant_id, 'site', max(id) from sites where tenant_id = ${tenantId} group by tenant_id
    on conflict (tenant_id, name) do update set last = greatest(counters.last, excluded.last)`.execute(trx);
  return counts;
}
