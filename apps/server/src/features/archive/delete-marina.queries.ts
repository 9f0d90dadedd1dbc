import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

/** Lets this transaction delete rows that are only ever added to, and spares the work of keeping times and totals. */
export async function allowDeleting(trx: TenantDb): Promise<void> {
  await sql`set local app.deletes_marina = 'yes'; set local app.keeps_times = 'yes'`.execute(trx);
}

/**
 * Locks a marina, its customers and their payments until the transaction ends: nobody adds a row that refers to one of
 * them, and no payment changes.
 */
export async function lockMarina(trx: TenantDb, tenantId: number): Promise<void> {
  await sql`select from tenants where id = ${tenantId} for update`.execute(trx);
  await sql`select from accounts where tenant_id = ${tenantId} for update`.execute(trx);
  await sql`select from payments where tenant_id = ${tenantId} for update`.execute(trx);
}

/** Lists the tables that have rows of single marinas. */
export async function tablesOfMarinas(trx: TenantDb): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'tenant_id'
      and not a.attisdropped`.execute(trx);
  return new Set(rows.map(({ name }) => name));
}

/** Counts a marina's rows of a table. */
export async function countRowsOf(trx: TenantDb, tenantId: number, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where tenant_id = ${tenantId}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Deletes a marina's rows of a table. @returns their number */
export async function deleteRowsOf(trx: TenantDb, tenantId: number, table: string): Promise<number> {
  const result = await sql`delete from ${sql.table(table)} where tenant_id = ${tenantId}`.execute(trx);
  return Number(result.numAffectedRows ?? 0);
}

/** Deletes the row of the marina itself. No other row may refer to it any more. */
export async function deleteMarinaRow(trx: TenantDb, tenantId: number): Promise<void> {
  await sql`delete from tenants where id = ${tenantId}`.execute(trx);
}

/** Deletes the marina's jobs that wait. */
export async function deleteJobs(trx: TenantDb, tenantId: number): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs where (payload ->> 'tenantId')::int = ${tenantId}`.execute(trx);
}

/**
 * Reads the names of all files that the storage may have of a marina. The newest comes last: while it is there, the
 * storage is known as this database's.
 */
export async function namesOfFiles(trx: TenantDb, tenantId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select storage_name as name, id from files where tenant_id = ${tenantId} and storage_name is not null
    union all select storage_name, 0 from file_uploads where tenant_id = ${tenantId}
    union all select storage_name, 0 from imports where tenant_id = ${tenantId} and storage_name is not null
    order by id`.execute(trx);
  return rows.map(({ name }) => name);
}

export interface Unsettled {
  /** Payments that may still take money. */
  moving: number;
  refunding: number;
  disputed: number;
  /** Keys with which programs may still write. */
  keys: number;
  hosts: number;
}

/** Finds what speaks against deleting a marina. @param settled the states of payments that take no more money */
export async function findUnsettled(
  trx: TenantDb,
  tenantId: number,
  { settled, now }: { settled: readonly string[]; now: Date },
): Promise<Unsettled> {
  const { rows } = await sql<Unsettled>`
    select
      (select count(*)::int from payments where tenant_id = ${tenantId} and state <> all (${settled})) as moving,
      (select count(*)::int from payment_refunds where tenant_id = ${tenantId} and under_way) as refunding,
      (select count(*)::int from payments where tenant_id = ${tenantId} and state = 'disputed') as disputed,
      (select count(*)::int from integration_keys
        where tenant_id = ${tenantId} and revoked_at is null and (expires_at is null or expires_at > ${now})) as keys,
      (select count(*)::int from tenant_hosts where tenant_id = ${tenantId}) as hosts`.execute(trx);
  const [found] = rows;
  if (!found) throw new Error('a query without tables gave no row');
  return found;
}
