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

/** The tables whose rows name files of the storage. */
const tablesWithFiles = new Set(['files', 'imports']);

/**
 * Deletes a marina's rows of a table. The deleted rows themselves tell their files: others may be added until then.
 * @returns the number of rows, and the names of their files, the newest last
 */
export async function deleteRowsOf(
  trx: TenantDb,
  tenantId: number,
  table: string,
): Promise<{ rows: number; files: string[] }> {
  if (!tablesWithFiles.has(table)) {
    const result = await sql`delete from ${sql.table(table)} where tenant_id = ${tenantId}`.execute(trx);
    return { rows: Number(result.numAffectedRows ?? 0), files: [] };
  }
  const { rows } = await sql<{ name: string | null }>`
    with gone as (delete from ${sql.table(table)} where tenant_id = ${tenantId} returning id, storage_name)
    select storage_name as name from gone order by id`.execute(trx);
  return { rows: rows.length, files: rows.flatMap(({ name }) => name ?? []) };
}

/** Deletes the row of the marina itself. No other row may refer to it any more. */
export async function deleteMarinaRow(trx: TenantDb, tenantId: number): Promise<void> {
  await sql`delete from tenants where id = ${tenantId}`.execute(trx);
}

/** Tells if the server has other marinas. Call it when the marina's own row is gone. */
export async function isAnyMarinaLeft(trx: TenantDb): Promise<boolean> {
  const { rows } = await sql<{ left: boolean }>`
    select exists(select from unsafe_tenant_ids()) as "left"`.execute(trx);
  return rows[0]?.left === true;
}

/** Deletes the marina's jobs that wait. */
export async function deleteJobs(trx: TenantDb, tenantId: number): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs where (payload ->> 'tenantId')::int = ${tenantId}`.execute(trx);
}

/**
 * Deletes the notes of a marina's files that were begun before this time: nobody sends them any more.
 * @returns the names of all noted files, and the number of notes that stay
 */
export async function deleteNotes(
  trx: TenantDb,
  tenantId: number,
  before: Date,
): Promise<{ names: string[]; left: number }> {
  const { rows } = await sql<{ name: string; stays: boolean }>`
    with gone as (
      delete from file_uploads where tenant_id = ${tenantId} and begun_at < ${before}
    )
    select storage_name as name, begun_at >= ${before} as stays from file_uploads
    where tenant_id = ${tenantId}`.execute(trx);
  return { names: rows.map(({ name }) => name), left: rows.filter(({ stays }) => stays).length };
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
