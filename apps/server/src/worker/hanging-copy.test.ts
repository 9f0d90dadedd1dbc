import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseClient } from '../db/client.ts';
import { createTestDatabase, type TestDatabase } from '../testing/databases/test-database.ts';
import { makeAccount, makeTenant, type TestTenant } from '../testing/factories/factories.ts';
import { makeOrder } from '../testing/factories/orders.ts';
import { insertPayment } from '../testing/factories/payments.ts';
import { type ServerProcess, startServerProcess } from '../testing/processes/server-process.ts';
import { TestClock } from '../testing/test-clock.ts';

let testDatabase: TestDatabase;
let database: DatabaseClient;
let owner: DatabaseClient;
let tenant: TestTenant;
const dataDir = mkdtempSync(join(tmpdir(), 'quayside-test-hanging-'));
const copies: ServerProcess[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = new DatabaseClient({ url: testDatabase.appUrl, size: 3 });
  owner = new DatabaseClient({ url: testDatabase.ownerUrl, size: 2 });
  tenant = await makeTenant({ ownerDb: owner.unsafeWithoutTenant(), database, clock: new TestClock() });
});
afterAll(async () => {
  for (const copy of copies) await copy.kill();
  await Promise.all([database.close(), owner.close()]);
  await testDatabase.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function startCopy(env: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const sandboxUrl = 'http://127.0.0.1:9';
  const copy = await startServerProcess({
    database: testDatabase,
    sandboxUrl,
    dataDir,
    env: { DEMO: 'off', ...env },
  });
  copies.push(copy);
  return copy;
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(100);
}

const lease = async () =>
  (
    await sql<{ holder: string; seconds: number }>`
      select holder, extract(epoch from held_until - clock_timestamp())::float8 as seconds from leases`.execute(
      database.unsafeWithoutTenant(),
    )
  ).rows[0];
const holder = async () => (await lease())?.holder;

/** Inserts a payment whose money was taken and is not on its order yet. It is due at once. */
async function insertApproved(): Promise<number> {
  const account = await makeAccount(tenant);
  const whose = { tenantId: tenant.id, accountId: account.id, siteId: account.siteId };
  const { id: orderId } = await makeOrder(tenant.db, whose, {});
  const { id } = await insertPayment(tenant.db, whose, { state: 'approved', orderId });
  await tenant.db
    .updateTable('payments')
    .set({ check_at: new Date('2026-05-16T09:00:00Z') })
    .where('id', '=', id)
    .execute();
  return id;
}

const stateOf = async (id: number) =>
  (await tenant.db.selectFrom('payments').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

test('a leader that hangs is leader no more within 15 seconds', async () => {
  const hanging = await startCopy();
  await until(async () => (await holder()) !== undefined);
  const first = await holder();
  await startCopy();
  expect(await holder()).toBe(first);

  process.kill(hanging.pid, 'SIGSTOP');
  // Nobody renews the lease, and it ends by the database's clock.
  expect((await lease())?.seconds).toBeLessThanOrEqual(10);
  await until(async () => (await holder()) !== first);
  const second = await holder();

  process.kill(hanging.pid, 'SIGCONT');
  // Each copy has three workers.
  const workers = sql<{ count: number }>`
    select count(*)::int as count from live_workers where seen_until > clock_timestamp()`;
  await until(async () => (await workers.execute(database.unsafeWithoutTenant())).rows[0]?.count === 6);
  expect(await holder()).toBe(second);
});

test('[MONEY-2] money is settled while there is no leader', async () => {
  await sql`
    update leases set holder = 'a copy that hangs', held_until = clock_timestamp() + interval '1 hour'`.execute(
    database.unsafeWithoutTenant(),
  );
  const id = await insertApproved();
  await until(async () => (await stateOf(id)) === 'allocated');
  expect(await holder()).toBe('a copy that hangs');
  await sql`delete from leases`.execute(database.unsafeWithoutTenant());
});

test('[MONEY-1] a copy whose machine’s clock is 100 seconds ahead says so and leaves payments alone', async () => {
  for (const copy of copies.splice(0)) await copy.kill();
  const wrong = await startCopy({
    NODE_OPTIONS: `--import=${new URL('../testing/processes/shifted-clock.ts', import.meta.url).href}`,
    CLOCK_SHIFT_MS: '100000',
  });
  await until(() => wrong.logs().includes('it works on no payments'));
  const id = await insertApproved();
  // The leader's work goes on. By then it has had its turn at payments too.
  await until(async () => (await holder()) !== undefined);
  await startCopy();
  await until(async () => (await stateOf(id)) === 'allocated');
  expect(wrong.logs()).toMatch(/"seconds":(9|10)\d/);
});
