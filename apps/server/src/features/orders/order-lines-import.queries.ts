import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Columns } from '../../import/columns.ts';
import type { Counts } from '../../import/kind.ts';
import { storeFile } from '../../import/store-rows.queries.ts';

/** Stores the waiting lines, and removes those that their orders no longer have. */
export async function storeOrderLines(trx: TenantDb, tenantId: number, columns: Columns): Promise<Counts> {
  const removed = await removeLines(trx, tenantId);
  const counts = await storeFile(trx, tenantId, {
    table: 'order_lines',
    key: ['order_id', 'line'],
    columns,
    computed: { order_id: sql`o.id`, line: place },
    from: sql`
      from import_order_lines s
      join orders o on o.tenant_id = ${tenantId} and o.reference = s."order"
      where s.tenant_id = ${tenantId}`,
  });
  return { ...counts, removed };
}

/** Orders lines by their positions if they have any, else as in the file. */
const place = sql`(row_number() over (partition by s."order" order by s.position::int nulls last, s.source_line))::int`;

async function removeLines(trx: TenantDb, tenantId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from order_lines t
    using (
      select o.id as order_id, count(*) as lines
      from import_order_lines s join orders o on o.tenant_id = ${tenantId} and o.reference = s."order"
      where s.tenant_id = ${tenantId} group by o.id
    ) as kept
    where t.tenant_id = ${tenantId} and t.order_id = kept.order_id and t.line > kept.lines`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
