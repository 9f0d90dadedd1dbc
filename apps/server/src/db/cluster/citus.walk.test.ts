import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type ContractFixture, makeContractFixture } from '../../testing/contract/contract-fixture.ts';
import { type CitusCluster, startCitusCluster } from '../../testing/databases/citus-cluster.ts';
import { DatabaseClient, type TenantDb } from '../client.ts';
import { distribute } from './distribute.ts';
import { coordinatorTables, sharedTables } from './tables.ts';

/** Runs on a real cluster: `scripts/test-citus.mjs`. */

let cluster: CitusCluster;
beforeAll(async () => {
  cluster = await startCitusCluster(process.env['CITUS_BIN'] ?? '');
});
afterAll(() => cluster?.stop());

function open(url: string, session: 'session' | 'transaction' = 'session'): DatabaseClient {
  const database = new DatabaseClient({ url, size: 2, session });
  onTestFinished(() => database.close());
  return database;
}

const ownerOf = (url: string) => open(url).unsafeWithoutTenant() as unknown as Kysely<unknown>;

async function listOf(db: Kysely<unknown>, query: ReturnType<typeof sql<{ line: string }>>): Promise<string[]> {
  return (await query.execute(db)).rows.map(({ line }) => line);
}

const foreignKeys = sql<{ line: string }>`
  select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace and conrelid::regclass::text !~ '_[0-9]{6}$'
  order by 1`;
const tables = sql<{ line: string }>`
  select relname as line from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and relname !~ '_[0-9]{6}$' order by 1`;
const distributed = sql<{ line: string }>`
  select table_name || ' ' || citus_table_type as line from citus_tables order by 1`;

test('[RUN-8] distributes every table of an empty database by its marina, with all foreign keys', async () => {
  const database = await cluster.makeDatabase('empty');
  const owner = ownerOf(database.ownerUrl);
  const keys = await listOf(owner, foreignKeys);
  expect(keys.length).toBeGreaterThan(50);
  await distribute(owner);
  const expected = (await listOf(owner, tables)).filter((name) => !coordinatorTables.includes(name));
  expect(await listOf(owner, distributed)).toEqual(
    expected.map((name) => `${name} ${sharedTables.includes(name) ? 'reference' : 'distributed'}`),
  );
  expect(await listOf(owner, foreignKeys)).toEqual(keys);
  const { rows } = await sql<{ groups: number }>`
    select count(distinct colocation_id)::int as groups from citus_tables
    where citus_table_type = 'distributed'`.execute(owner);
  expect(rows).toEqual([{ groups: 1 }]);
  expect(await distribute(owner)).toEqual({ shared: 0, byMarina: 0 });
});

/** Returns the rows of a marina in all tables, as text. */
async function rowsOf(database: DatabaseClient, tenantId: number, names: readonly string[]) {
  const found: Record<string, string[]> = {};
  for (const name of names) {
    const { rows } = await sql<{ line: string }>`
      select to_jsonb(t)::text as line from ${sql.table(name)} t where tenant_id = ${tenantId}`.execute(
      database.forTenant(tenantId),
    );
    found[name] = rows.map(({ line }) => line).toSorted();
  }
  return found;
}

test('[RUN-8] [SAFE-6] a filled database keeps all rows, and a node shows only the marina that is set', async () => {
  const database = await cluster.makeDatabase('filled');
  const fixture = await makeContractFixture(undefined, {}, undefined, database);
  onTestFinished(() => fixture.close());
  const marinas = [fixture.tenant.id, fixture.tenant.id + 1];
  const owner = ownerOf(database.ownerUrl);
  const ofMarinas = (await listOf(owner, tables)).filter(
    (name) => !coordinatorTables.includes(name) && !sharedTables.includes(name),
  );
  const seenIn = async (client: DatabaseClient) => Promise.all(marinas.map((id) => rowsOf(client, id, ofMarinas)));
  const before = await seenIn(open(database.appUrl));
  expect(before[0]?.['orders']?.length).toBeGreaterThan(1);

  await distribute(owner);

  const app = open(database.appUrl, 'transaction');
  expect(await seenIn(app)).toEqual(before);
  for (const name of ofMarinas) {
    const visible = async (db: TenantDb) =>
      (await sql<{ id: number }>`select distinct tenant_id as id from ${sql.table(name)}`.execute(db)).rows;
    const [id = 0] = marinas;
    expect({ name, rows: await visible(app.forTenant(id)) }).toEqual({
      name,
      rows: (before[0]?.[name]?.length ?? 0) > 0 ? [{ id }] : [],
    });
    expect({ name, rows: await visible(app.unsafeWithoutTenant()) }).toEqual({ name, rows: [] });
  }
  const foreign = sql`insert into sites (tenant_id, id, name, address, telephone, email)
    values (${marinas[1]}, 9, 'x', 'x', 'x', 'x')`.execute(app.forTenant(marinas[0] ?? 0));
  await expect(foreign).rejects.toThrow(/row-level security/);
  await expectTriggers(app.forTenant(fixture.tenant.id), fixture);
});

async function expectTriggers(db: TenantDb, { tenant, owner, orderId }: ContractFixture): Promise<void> {
  const one = async (query: ReturnType<typeof sql<{ value: unknown }>>) => (await query.execute(db)).rows[0]?.value;
  const accountId = owner.account.id;

  // Each transaction's events get the next numbers when it commits.
  const last = Number(await one(sql`select max(sequence) as value from events where tenant_id = ${tenant.id}`));
  for (let made = 0; made < 2; made += 1)
    await sql`
      insert into events (tenant_id, id, type, object, version, occurred_at)
      values (${tenant.id}, ${randomUUID()}, 'a', '{}', 'v', now()),
        (${tenant.id}, ${randomUUID()}, 'b', '{}', 'v', now())
      `.execute(db);
  const { rows } = await sql<{ sequence: number; type: string }>`
    select sequence, type from events where tenant_id = ${tenant.id} and sequence > ${last} order by 1`.execute(db);
  expect(rows.map(({ sequence, type }) => `${sequence - last} ${type}`)).toEqual(['1 a', '2 b', '3 a', '4 b']);

  const stays = () =>
    one(sql`select stays as value from stay_totals where tenant_id = ${tenant.id} and account_id = ${accountId}`);
  const counted = Number((await stays()) ?? 0);
  await sql`
    insert into stays (tenant_id, id, account_id, boat_name, arrives_on, asset_name, type)
    values (${tenant.id}, 9001, ${accountId}, 'x', '2026-01-01', 'A1', 'visit')`.execute(db);
  expect(await stays()).toBe(counted + 1);
  await sql`delete from stays where tenant_id = ${tenant.id} and id = 9001`.execute(db);
  expect(await stays()).toBe(counted);

  const changed = () =>
    one(sql`select updated_at as value from orders where tenant_id = ${tenant.id} and id = ${orderId}`);
  const earlier = await changed();
  await sql`update order_lines set name = 'y' where tenant_id = ${tenant.id} and order_id = ${orderId}`.execute(db);
  expect(await changed()).not.toEqual(earlier);

  const group = await one(sql`select max(id) as value from consent_groups where tenant_id = ${tenant.id}`);
  const places = sql<{ value: boolean[] | null }>`
    select json_agg(place > 0 order by sequence) as value from consents
    where tenant_id = ${tenant.id} and account_id = ${accountId} and consent_group_id = ${group}::int`;
  const held = ((await one(places)) as boolean[] | null) ?? [];
  await sql`
    insert into consents (tenant_id, account_id, consent_group_id, sequence, granted, source, recorded_at)
    values (${tenant.id}, ${accountId}, ${group}::int, ${held.length + 1}, true, 'portal', now())`.execute(db);
  expect(await one(places)).toEqual([...held.map(() => false), true]);

  // The owner of the tables writes the trail, in the transaction of the role that serves.
  const trail = () => one(sql`select count(*)::int as value from audit_entries where tenant_id = ${tenant.id}`);
  const entries = Number(await trail());
  await db.transaction().execute(async (trx) => {
    await sql`update accounts set version = version + 1 where tenant_id = ${tenant.id} and id = ${accountId}`.execute(
      trx,
    );
    await sql`select append_audit(${tenant.id}, '{"event":"look"}')`.execute(trx);
  });
  expect(await trail()).toBe(entries + 1);
  const removed = sql`delete from audit_entries where tenant_id = ${tenant.id}`.execute(db);
  await expect(removed).rejects.toThrow(/permission denied|only ever added to/);
}
