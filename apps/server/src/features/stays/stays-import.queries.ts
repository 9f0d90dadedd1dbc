import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Columns } from '../../import/columns.ts';
import type { Counts } from '../../import/kind.ts';
import { orNull, storeFile } from '../../import/store-rows.queries.ts';

/** Stores the stays of a file, and removes those that it removes. */
export async function storeStays(trx: TenantDb, tenantId: number, columns: Columns): Promise<Counts> {
  const removed = await removeStays(trx, tenantId);
  const counts = await storeFile(trx, tenantId, {
    table: 'stays',
    counter: 'stay',
    columns,
    computed: { account_id: sql`a.id`, boat_id: boatId(tenantId), boat_name: boatName(tenantId) },
    from: sql`
      from import_stays s
      join accounts a on a.tenant_id = ${tenantId} and a.reference = s.account
      left join stays t on t.tenant_id = ${tenantId} and t.reference = s.reference
      where s.tenant_id = ${tenantId} and s.removed is distinct from 'yes'`,
  });
  return { ...counts, removed };
}

/**
 * Finds the boat of a stay: by its own reference if the file has one; else the boat that the stay had so far, if
 * the name is still the same; else the account's only boat of that name.
 */
const boatId = (tenantId: number) => sql`
  case
    when s.boat_reference is not null then (
      select b.id from boats b where b.tenant_id = ${tenantId} and b.reference = ${orNull('boat_reference')})
    when t.boat_id is not null and t.boat_name = s.boat then t.boat_id
    else (
      select min(b.id) from boats b
      where b.tenant_id = ${tenantId} and b.account_id = a.id and b.name = s.boat having count(*) = 1)
  end`;

/** Returns the name as the file has it, else that of the boat that it names. */
const boatName = (tenantId: number) => sql`coalesce(${orNull('boat')}, (
  select b.name from boats b where b.tenant_id = ${tenantId} and b.reference = ${orNull('boat_reference')}))`;

async function removeStays(trx: TenantDb, tenantId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from stays t using import_stays s
    where s.tenant_id = ${tenantId} and s.removed = 'yes'
      and t.tenant_id = ${tenantId} and t.reference = s.reference`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
