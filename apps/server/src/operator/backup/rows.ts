import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** A table as the database's catalogue describes it. */
export interface Table {
  schema: string;
  name: string;
  /** The columns that are stored; generated ones are not. */
  columns: string[];
  /** The order of its rows: its key, or all columns. */
  order: string;
  /** True if row level security shows the tables' owner only the rows of the connection's tenant. */
  isWalled: boolean;
}

/**
 * Tables that a backup leaves out. The migrations write the first ones. The last two say which processes run now.
 */
const leftOut = [
  'public.kysely_migration',
  'public.kysely_migration_lock',
  'graphile_worker.migrations',
  'public.leases',
  'public.live_workers',
];

/** Opens a connection whose statements may take as long as they need, and whose texts look alike everywhere. */
export async function connectWithoutTimeout(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  client.on('error', () => {}); // the statement that is cut off fails, which says more
  await client.connect();
  await client.query(`
    set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
    set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set bytea_output = 'hex';
    set extra_float_digits = 1; set search_path = pg_catalog`);
  return client;
}

/** Lists the tables of a backup, by name. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name, c.relforcerowsecurity as "isWalled",
       array_agg(a.attname::text order by a.attnum) as columns,
       coalesce(
         (select string_agg(quote_ident(k.attname) || case when k.attcollation <> 0 then ' collate "C"' else '' end,
                            ', ' order by position.at)
          from pg_index i
            cross join unnest(i.indkey) with ordinality as position (attnum, at)
            join pg_attribute k on k.attrelid = c.oid and k.attnum = position.attnum
          where i.indrelid = c.oid and i.indisprimary),
         string_agg(quote_ident(a.attname) || '::text collate "C"', ', ' order by a.attnum)) as "order"
     from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname in ('public', 'graphile_worker') and c.relkind = 'r'
       and n.nspname || '.' || c.relname <> all ($1)
     group by c.oid, n.nspname, c.relname, c.relforcerowsecurity
     order by n.nspname, c.relname`,
    [leftOut],
  );
  return rows;
}

export const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

/** Returns the numbers of all tenants, in order. */
export async function listTenants(client: pg.Client): Promise<{ id: number; key: string }[]> {
  return (await client.query('select id, key from public.tenants order by id')).rows;
}

/** Makes the rows of one tenant visible until the end of the transaction. */
const showTenant = (client: pg.Client, id: number) =>
  client.query(`select set_config('app.tenant_id', $1, true)`, [String(id)]);

/**
 * Reads all rows of a table as PostgreSQL's text, one row a line. The owner of the tables is bound by row level
 * security as well, so it reads one tenant after the other.
 */
export async function* rowsOf(
  client: pg.Client,
  table: Table,
  tenants: readonly { id: number }[],
): AsyncGenerator<Uint8Array> {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const statement = `copy (select ${columns} from ${nameOf(table)} order by ${table.order}) to stdout`;
  const copy = () => {
    const rows = client.query(copyTo(statement));
    rows.on('error', () => {}); // the loop below fails with it, unless its reader has ended that loop before
    return rows;
  };
  if (!table.isWalled) return yield* copy();
  for (const { id } of tenants) {
    await showTenant(client, id);
    yield* copy();
  }
}

/** Returns the names of the keys that encrypt secrets in the rows. */
export async function listKeyIds(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('select key_id as id from public.secret_keys order by key_id');
  return rows.map(({ id }) => id);
}

/** A stored file that a row names. */
export interface NamedFile {
  tenantId: number;
  name: string;
  size: number;
  sha256: string;
}

/** Lists the stored files of one tenant, some thousand at a time. */
export async function* filesOf(client: pg.Client, tenantId: number): AsyncGenerator<NamedFile[]> {
  let last = 0;
  for (;;) {
    await showTenant(client, tenantId);
    const { rows } = await client.query(
      `select id, storage_name as name, size, encode(sha256, 'hex') as sha256 from public.files
       where tenant_id = $1 and id > $2 and storage_name is not null order by id limit 1000`,
      [tenantId, last],
    );
    if (rows.length > 0) yield rows.map(({ name, size, sha256 }) => ({ tenantId, name, size: Number(size), sha256 }));
    if (rows.length < 1000) return;
    last = rows.at(-1).id;
  }
}

/** Runs work on many items, a few at once. The first error stops the rest. */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}
