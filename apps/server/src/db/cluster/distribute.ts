import { type Kysely, sql } from 'kysely';
import { makeRowTriggers, replacedTriggers, rowTriggers } from '../migrations/row-triggers.ts';
import { sharedTables } from './tables.ts';

/** The result of a distribution: the numbers of tables that were moved now. */
export interface Distributed {
  byMarina: number;
  shared: number;
}

/**
 * Distributes the tables over the nodes of a Citus cluster, each marina's rows together on one node. Tables that are
 * distributed already stay. One transaction does all, so a failure leaves the database as it was.
 * @param db connects as the owner of the tables, to the coordinator
 */
export async function distribute(db: Kysely<unknown>): Promise<Distributed> {
  return db.transaction().execute(async (trx) => {
    await sql`set local citus.enable_unsafe_triggers = on`.execute(trx);
    // A transaction with a reference table may use one connection to each node only.
    await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(trx);
    const shared = await listUndistributed(trx, (name) => sharedTables.includes(name));
    const byMarina = await listUndistributed(trx, (name, hasTenant) => hasTenant && !sharedTables.includes(name));
    if (shared.length + byMarina.length === 0) return { shared: 0, byMarina: 0 };
    await passSettingsToNodes(trx);
    if (shared.includes('tenants')) await giveTenantsASequence(trx);
    const triggers = await dropTriggers(trx, byMarina);
    await replacePolicies(trx);
    const keys = await dropForeignKeys(trx, [...shared, ...byMarina]);
    const secured = await liftRowSecurity(trx, [...shared, ...byMarina]);
    for (const table of shared) await sql`select create_reference_table(${table}::regclass)`.execute(trx);
    for (const table of byMarina)
      await sql`select create_distributed_table(${table}::regclass, 'tenant_id')`.execute(trx);
    await restoreRowSecurity(trx, secured);
    for (const { table, name, definition } of keys)
      await sql`alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(trx);
    for (const definition of triggers) await sql.raw(definition).execute(trx);
    await makeRowTriggers(trx);
    await delegateAudit(trx);
    return { shared: shared.length, byMarina: byMarina.length };
  });
}

/** Returns the tables of the schema that are not distributed yet. */
async function listUndistributed(
  db: Kysely<unknown>,
  isWanted: (name: string, hasTenant: boolean) => boolean,
): Promise<string[]> {
  const { rows } = await sql<{ name: string; hasTenant: boolean }>`
    select c.relname as name, a.attname is not null as "hasTenant"
    from pg_class c
    left join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid and p.partmethod in ('h', 'n'))
    order by c.relname`.execute(db);
  return rows.filter(({ name, hasTenant }) => isWanted(name, hasTenant)).map(({ name }) => name);
}

/** Numbers marinas by a plain sequence: Citus takes an identity column only if it is a bigint. */
async function giveTenantsASequence(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tenants alter column id drop identity if exists`.execute(db);
  await sql`create sequence if not exists tenant_ids as int owned by tenants.id`.execute(db);
  await sql`select setval('tenant_ids', (select coalesce(max(id), 0) + 1 from tenants), false)`.execute(db);
  await sql`alter table tenants alter column id set default nextval('tenant_ids')`.execute(db);
}

/**
 * Takes the subquery out of the policy of unfinished files: Citus allows none. The notes of marinas that were never
 * created are then nobody's. They stay, with their files.
 */
async function replacePolicies(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter policy tenant on file_uploads
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`.execute(db);
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Drops the foreign keys of these tables: Citus distributes tables one by one, and both ends must be distributed. */
async function dropForeignKeys(db: Kysely<unknown>, tables: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
      and (conrelid::regclass::text = any(${tables}) or confrelid::regclass::text = any(${tables}))
    order by 1, 2`.execute(db);
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(db);
  return rows;
}

/** Lets each transaction pass its `set local` on to the nodes: row level security there needs the marina. */
async function passSettingsToNodes(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  await sql`alter database ${sql.id(rows[0]?.name ?? '')} set citus.propagate_set_commands = 'local'`.execute(db);
}

/**
 * Lets the marina's node run `append_audit`. It runs as the owner of the tables, and Citus would refuse that in a
 * transaction that has written to the node as another role.
 */
async function delegateAudit(db: Kysely<unknown>): Promise<void> {
  await sql`
    select create_distributed_function('append_audit(int, text)', 'for_tenant', colocate_with => 'accounts',
      force_delegation => true)`.execute(db);
}

/** Returns true if the database is the coordinator of a Citus cluster that has a worker. */
export async function hasCitus(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{
    name: string | null;
  }>`select to_regclass('pg_catalog.pg_dist_node')::text as name`.execute(db);
  if ((rows[0]?.name ?? null) === null) return false;
  const workers = await sql`select from pg_dist_node where isactive and groupid <> 0`.execute(db);
  return workers.rows.length > 0;
}

interface SecuredTable {
  table: string;
  isForced: boolean;
}

/**
 * Lifts row level security from these tables, because Citus could not copy their rows. Nobody sees rows of others
 * meanwhile: the transaction holds the tables until it has restored it.
 */
async function liftRowSecurity(db: Kysely<unknown>, tables: readonly string[]): Promise<SecuredTable[]> {
  const { rows } = await sql<SecuredTable>`
    select relname as table, relforcerowsecurity as "isForced" from pg_class
    where relnamespace = 'public'::regnamespace and relname = any(${tables}) and relrowsecurity
    order by 1`.execute(db);
  for (const { table } of rows) {
    await sql`alter table ${sql.table(table)} disable row level security`.execute(db);
    await sql`alter table ${sql.table(table)} no force row level security`.execute(db);
  }
  return rows;
}

async function restoreRowSecurity(db: Kysely<unknown>, secured: readonly SecuredTable[]): Promise<void> {
  for (const { table, isForced } of secured) {
    await sql`alter table ${sql.table(table)} enable row level security`.execute(db);
    if (isForced) await sql`alter table ${sql.table(table)} force row level security`.execute(db);
  }
}

/**
 * Drops the triggers of these tables, because they would count the rows that are moved a second time.
 * @returns the definitions of those that a node can run
 */
async function dropTriggers(db: Kysely<unknown>, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select c.relname as table, t.tgname as name, pg_get_triggerdef(t.oid) as definition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
      and (c.relname = any(${tables}) or t.tgname = any(${rowTriggers}))
    order by 1, 2`.execute(db);
  for (const { table, name } of rows) await sql`drop trigger ${sql.id(name)} on ${sql.table(table)}`.execute(db);
  return rows
    .filter(({ table, name }) => ![...rowTriggers, ...(replacedTriggers[table] ?? [])].includes(name))
    .map(({ definition }) => definition);
}
