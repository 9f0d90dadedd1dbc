import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/databases/test-database.ts';
import { DatabaseClient } from './client.ts';

let testDatabase: TestDatabase;
let database: DatabaseClient;
let tables: string[];

/** Returns every table that has a tenant, from the database's own catalogue. */
async function tenantTables(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(`
    select c.relname as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relkind in ('r', 'p')
    order by c.relname`);
  return rows.map((row) => row.name);
}

/** Inserts a row of a tenant into any table, made from the catalogue: the wall must hold for every row. */
async function insertAnyRow(owner: pg.Client, table: string, tenantId: number): Promise<void> {
  const { rows: columns } = await owner.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type
     from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attnotnull`,
    [table],
  );
  const names = columns.map((column) => `"${column.name}"`);
  const values = columns.map((column) =>
    column.name === 'tenant_id' ? String(tenantId) : sampleOf(column.type, tenantId),
  );
  await owner.query(`insert into ${table} (${names.join(', ')}) values (${values.join(', ')})`);
}

function sampleOf(type: string, tenantId: number): string {
  if (type.startsWith('json') || type.endsWith('[]')) return `'{}'`;
  if (type === 'boolean') return 'false';
  if (type === 'bytea') return `'\\x0${tenantId}'`;
  if (type === 'uuid') return `'00000000-0000-4000-8000-00000000000${tenantId}'`;
  if (type === 'date') return `'2026-02-28'`;
  if (type.startsWith('timestamp')) return `'2026-02-28T00:00:00Z'`;
  if (type.startsWith('char')) return `'GBP'`;
  if (type === 'text') return `'text-${tenantId}'`;
  return String(tenantId);
}

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = new DatabaseClient({ url: testDatabase.appUrl, size: 1 });
  const owner = new pg.Client(testDatabase.ownerUrl);
  await owner.connect();
  tables = await tenantTables(owner);
  for (const id of [1, 2]) {
    await owner.query(`insert into tenants (id, key, name, settings, created_at) values ($1, $2, $2, '{}', now())`, [
      id,
      `t${id}`,
    ]);
    await owner.query(`select set_config('app.tenant_id', $1, false)`, [String(id)]);
  }
  // Foreign keys and checks are not tested here. Without them any row can stand alone in every table.
  const { rows } = await owner.query<{ table: string; name: string }>(
    "select conrelid::regclass::text as table, conname as name from pg_constraint where contype in ('f', 'c') " +
      "and connamespace = 'public'::regnamespace",
  );
  for (const key of rows) await owner.query(`alter table ${key.table} drop constraint "${key.name}"`);
  // An event takes a number, which would be a second row of the counters. So does the place of a row in a list.
  await owner.query('alter table events disable trigger number_events');
  for (const table of ['consents', 'waiting_list_entries', 'files'])
    await owner.query(`alter table ${table} disable trigger place_at_commit`);
  for (const id of [1, 2]) {
    await owner.query(`select set_config('app.tenant_id', $1, false)`, [String(id)]);
    for (const table of tables) await insertAnyRow(owner, table, id);
  }
  await owner.end();
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const tenantsIn = async (db: DatabaseClient, tenantId: number | null, table: string) => {
  const handle = tenantId === null ? db.unsafeWithoutTenant() : db.forTenant(tenantId);
  const { rows } = await sql<{ tenant_id: number }>`select tenant_id from ${sql.table(table)}`.execute(handle);
  return rows.map((row) => row.tenant_id);
};

describe('the application’s own role, over one connection', () => {
  test('[SAFE-6] the catalogue lists the tables of tenants', () => {
    expect(tables).toEqual(expect.arrayContaining(['accounts', 'mails', 'orders', 'payments', 'sessions', 'sites']));
  });

  test('[SAFE-6] sees in every table only the tenant that is set, in turns', async () => {
    for (const table of tables) {
      for (const tenantId of [1, 2, 1]) {
        expect({ table, seen: await tenantsIn(database, tenantId, table) }).toEqual({ table, seen: [tenantId] });
      }
    }
  });

  test('[SAFE-6] sees nothing in any table with no tenant set', async () => {
    for (const table of tables) {
      expect({ table, seen: await tenantsIn(database, null, table) }).toEqual({ table, seen: [] });
    }
    const { rows } = await sql`select id from tenants`.execute(database.unsafeWithoutTenant());
    expect(rows).toEqual([]);
  });

  test('[SAFE-6] can neither write nor delete a row of another tenant', async () => {
    const readOnly = ['tenant_hosts', 'audit_entries', 'audit_heads', 'earlier_audit_entries'];
    const written = tables.filter((table) => !readOnly.includes(table));
    for (const table of written) {
      const foreign = sql`update ${sql.table(table)} set tenant_id = 2`.execute(database.forTenant(1));
      await expect(foreign, table).rejects.toThrow(/row-level security/);
      await sql`delete from ${sql.table(table)} where tenant_id = 2`.execute(database.forTenant(1));
      expect({ table, left: await tenantsIn(database, 2, table) }).toEqual({ table, left: [2] });
    }
  });

  test('[SAFE-6] may not touch tenants, hosts or the audit trail at all, nor take another role', async () => {
    for (const statement of [
      sql`update audit_entries set content = '{}'`,
      sql`delete from audit_heads`,
      sql`delete from earlier_audit_entries`,
      sql`update tenants set name = 'x'`,
      sql`insert into tenant_hosts values ('evil.example.com', 1)`,
      sql`set role quayside_owner`,
    ]) {
      await expect(statement.execute(database.forTenant(1))).rejects.toThrow(/permission denied/);
    }
  });
});
