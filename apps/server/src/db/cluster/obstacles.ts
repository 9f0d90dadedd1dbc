import { type Kysely, sql } from 'kysely';
import { replacedTriggers } from '../migrations/row-triggers.ts';
import { coordinatorTables, sharedTables } from './tables.ts';

interface Found {
  table: string;
  problem: string;
}

/**
 * Reads the catalogue, and returns a line for each thing that stands in the way of a distribution over a cluster, by
 * `tenant_id`. Empty: the tables can be distributed.
 */
export async function findObstacles(db: Kysely<unknown>): Promise<string[]> {
  const searches = [findTables, findUniqueIndexes, findForeignKeys, findIdentities, findPolicies];
  const found: Found[] = [];
  for (const search of searches) found.push(...(await search(db)));
  found.push(...(await findTriggers(db)));
  return found.map(({ table, problem }) => `${table}: ${problem}`);
}

/** Every table has a marina, or is known to have none. All marinas' numbers have one type, so that rows meet. */
async function findTables(db: Kysely<unknown>): Promise<Found[]> {
  const { rows } = await sql<{ table: string; type: string | null; isRequired: boolean }>`
    select c.relname as table, format_type(a.atttypid, null) as type, a.attnotnull as "isRequired"
    from pg_class c
    left join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    order by 1`.execute(db);
  return rows
    .filter(({ table }) => ![...sharedTables, ...coordinatorTables].includes(table))
    .flatMap(({ table, type, isRequired }) => {
      if (type === null) return [{ table, problem: 'has no tenant_id, and db/cluster/tables.ts does not name it' }];
      if (type !== 'integer') return [{ table, problem: `tenant_id is ${type}, and that of other tables is integer` }];
      return isRequired ? [] : [{ table, problem: 'tenant_id may be null' }];
    });
}

/** The tables whose rows are distributed. */
const ofMarinas = sql`
  select a.attrelid as oid, a.attnum as column from pg_attribute a join pg_class c on c.oid = a.attrelid
  where a.attname = 'tenant_id' and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    and c.relname <> all(${sharedTables})`;

/** A node sees only its own rows, so it can keep a value unique within a marina only. */
async function findUniqueIndexes(db: Kysely<unknown>): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select i.indrelid::regclass::text as table,
      i.indexrelid::regclass || ' is unique over all marinas: tenant_id is not in it' as problem
    from pg_index i join (${ofMarinas}) t on t.oid = i.indrelid
    where (i.indisunique or i.indisexclusion) and t.column <> all(i.indkey)
    order by 1, 2`.execute(db);
  return rows;
}

/** Both ends of a foreign key are on one node only if the key contains the marina, or the other end is everywhere. */
async function findForeignKeys(db: Kysely<unknown>): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select k.conrelid::regclass::text as table, k.conname || case
        when there.oid is null and k.confrelid::regclass::text <> all(${sharedTables})
          then ' leads to a table without a marina'
        when here.oid is null then ' leads from a table without a marina to one of marinas'
        when k.confdeltype in ('n', 'd') or k.confupdtype in ('n', 'd') then ' changes tenant_id when a row goes'
        else ' leads to another marina’s rows: tenant_id is not at the same place in both ends' end as problem
    from pg_constraint k
    left join (${ofMarinas}) here on here.oid = k.conrelid
    left join (${ofMarinas}) there on there.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
      and (here.oid is not null or there.oid is not null)
      and case
        when here.oid is null then true
        when there.oid is null then k.confrelid::regclass::text <> all(${sharedTables})
        when k.confdeltype in ('n', 'd') or k.confupdtype in ('n', 'd') then true
        else not exists (
          select from unnest(k.conkey, k.confkey) as pair (here_column, there_column)
          where pair.here_column = here.column and pair.there_column = there.column) end
    order by 1, 2`.execute(db);
  return rows;
}

/** Citus gives each node a part of the numbers, which only a bigint has room for. */
async function findIdentities(db: Kysely<unknown>): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select a.attrelid::regclass::text as table,
      a.attname || ' numbers rows by itself, and is no bigint' as problem
    from pg_attribute a join (${ofMarinas}) t on t.oid = a.attrelid
    where a.atttypid <> 'bigint'::regtype and not a.attisdropped and (a.attidentity <> '' or exists (
      select from pg_attrdef d where d.adrelid = a.attrelid and d.adnum = a.attnum
        and pg_get_expr(d.adbin, d.adrelid) like 'nextval(%'))
    order by 1, 2`.execute(db);
  return rows;
}

/** The one policy with a subquery, which `distribute` replaces. */
const replacedPolicy = 'file_uploads';

async function findPolicies(db: Kysely<unknown>): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select p.polrelid::regclass::text as table, 'the policy ' || p.polname || ' has a subquery' as problem
    from pg_policy p join (${ofMarinas}) t on t.oid = p.polrelid
    where p.polrelid::regclass::text <> ${replacedPolicy}
      and concat(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) ~* '\\mselect\\M'
    order by 1, 2`.execute(db);
  return rows;
}

/** A node runs the triggers of its rows. It has no queue, no sequence of the coordinator, and other names of tables. */
async function findTriggers(db: Kysely<unknown>): Promise<Found[]> {
  const { rows } = await sql<Found & { name: string }>`
    select g.tgrelid::regclass::text as table, g.tgname as name, 'the trigger ' || g.tgname || ' ' || case
        when g.tgnewtable is not null or g.tgoldtable is not null then 'reads all rows of a statement'
        else 'uses "' || substring(f.prosrc from ${coordinatorOnly}) || '", which a node does not have' end as problem
    from pg_trigger g
    join (${ofMarinas}) t on t.oid = g.tgrelid
    join pg_proc f on f.oid = g.tgfoid
    where not g.tgisinternal
      and (g.tgnewtable is not null or g.tgoldtable is not null or f.prosrc ~ ${coordinatorOnly})
    order by 1, 2`.execute(db);
  return rows.filter(({ table, name }) => !replacedTriggers[table]?.includes(name));
}

/** Matches names that a trigger's function must not use: a node lacks them, or they mean something else there. */
const coordinatorOnly = `(graphile_worker|nextval|unsafe_\\w+|\\m(?:${coordinatorTables.join('|')})\\M)`;
