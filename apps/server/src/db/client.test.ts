import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/databases/test-database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../testing/processes/failing-proxy.ts';
import { DatabaseClient, directSendOf } from './client.ts';
import { DatabaseAway } from './connections/database-away.ts';
import { type DatabaseLimits, servingLimits, silenceGraceMs } from './connections/limits.ts';

/** Tests connections to a PostgreSQL whose network fails. */

let database: TestDatabase;
let proxy: DatabaseProxy;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const short: DatabaseLimits = { ...servingLimits, connectMs: 1_000, queueMs: 1_500, statementMs: 1_000 };

async function connect(limits: DatabaseLimits, size = 3) {
  proxy = await startDatabaseProxy(database.appUrl);
  const errors: string[] = [];
  const client = new DatabaseClient({ url: proxy.url, size, limits, onError: (error) => errors.push(error.message) });
  onTestFinished(async () => {
    await client.close();
    await proxy.close();
  });
  const ask = (text = 'select 1 as one') => sql.raw(text).execute(client.unsafeWithoutTenant());
  return { client, errors, ask };
}

test('each limit of the server is below 10 seconds', () => {
  const { connectMs, queueMs, statementMs, lockMs } = servingLimits;
  for (const limit of [connectMs, queueMs, lockMs, (statementMs ?? Number.NaN) + silenceGraceMs])
    expect(limit).toBeLessThan(10_000);
});

test('a statement that the network loses fails as “database away” and is logged; the next one reconnects', async () => {
  const { errors, ask } = await connect(short);
  await ask();
  proxy.swallowOpen();
  await expect(ask()).rejects.toThrow(DatabaseAway);
  expect(errors).toContain('PostgreSQL did not answer: the connection is cut');
  await expect(ask()).resolves.toMatchObject({ rows: [{ one: 1 }] });
});

test('after a lost connection the idle ones are checked and cut as well', async () => {
  const { client, errors, ask } = await connect(short);
  await Promise.all([ask('select pg_sleep(0.2)'), ask('select pg_sleep(0.2)'), ask('select pg_sleep(0.2)')]);
  expect(client.pool.idleCount).toBe(3);
  proxy.swallowOpen();
  await expect(ask()).rejects.toThrow(DatabaseAway);
  await expect.poll(() => errors.length, { timeout: 20_000 }).toBe(3);
  await ask();
});

test('a network that loses everything: no connection opens, and the log says so', async () => {
  const { errors, ask } = await connect(short);
  await ask();
  await proxy.become('swallows');
  await expect(ask()).rejects.toThrow(DatabaseAway); // on the connection that is open
  await expect(ask()).rejects.toThrow(DatabaseAway); // on a new one
  expect(errors.at(-1)).toMatch(/timeout/);
  await proxy.become('passes');
  await ask();
});

test('a statement that a transaction sends is cut like any other, and its connection is not used again', async () => {
  const { client, ask } = await connect(short, 1);
  const transaction = client
    .unsafeWithoutTenant()
    .transaction()
    .execute(async (trx) => {
      await sql`select 1`.execute(trx);
      proxy.swallowOpen();
      await sql`select 2`.execute(trx);
    });
  await expect(transaction).rejects.toThrow(DatabaseAway);
  await ask();
});

test('a statement that takes long is ended by PostgreSQL, and its connection serves on', async () => {
  const { client, errors, ask } = await connect(short, 1);
  const before = await ask('select pg_backend_pid() as pid');
  await expect(ask('select pg_sleep(30)')).rejects.toThrow(/statement timeout/);
  expect(await ask('select pg_backend_pid() as pid')).toEqual(before);
  expect(errors).toEqual([]);
  expect(client.pool.totalCount).toBe(1);
});

test('a statement does not wait for a lock without end', async () => {
  const { ask } = await connect({ ...servingLimits, lockMs: 200 });
  const holder = new pg.Client(database.ownerUrl);
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin; lock table tenants in access exclusive mode');
  await expect(ask('select count(*) from tenants')).rejects.toThrow(DatabaseAway);
});

test('an idle transaction is ended, so that its locks block others only briefly', async () => {
  const { client } = await connect({ ...servingLimits, transactionIdleMs: 200 });
  const transaction = client
    .unsafeWithoutTenant()
    .transaction()
    .execute(async (trx) => {
      await sql`select 1`.execute(trx);
      await pause(1_500);
      await sql`select 2`.execute(trx);
    });
  await expect(transaction).rejects.toThrow(DatabaseAway);
});

test('without limits a long statement is waited for, as commands need it', async () => {
  const { ask } = await connect({ ...short, statementMs: null });
  await expect(ask('select pg_sleep(3)')).resolves.toBeDefined();
});

test('a connection that can’t open counts as “database away”, a mistake in our SQL does not', async () => {
  const { ask } = await connect(short);
  await expect(ask('select nonsense')).rejects.not.toBeInstanceOf(DatabaseAway);
  await proxy.become('refuses');
  await expect(ask()).rejects.toThrow(DatabaseAway);
});

test('[RUN-193] a connection that PostgreSQL refuses for a reason of its own counts as “database away”', async () => {
  const { ask } = await connect(short, 1);
  const administer = async (statement: string) => {
    const admin = new pg.Client(inject('postgres').adminUrl);
    await admin.connect();
    await admin.query(`alter database ${database.name} ${statement}`).finally(() => admin.end());
  };
  // A new connection lacks a file, as on a full disk: "could not write init file".
  await administer("set session_preload_libraries = 'no_such_library'");
  await expect(ask()).rejects.toThrow(DatabaseAway);
  await administer('reset session_preload_libraries');
  await expect(ask()).resolves.toMatchObject({ rows: [{ one: 1 }] });
});

test('[RUN-193] a connection whose TLS fails counts as “database away”', async () => {
  // The test's PostgreSQL has no certificate. One that has ended fails at the same place.
  const client = new DatabaseClient({ url: `${database.appUrl}?sslmode=verify-full`, size: 1, onError: () => {} });
  onTestFinished(() => client.close());
  await expect(sql`select 1`.execute(client.unsafeWithoutTenant())).rejects.toThrow(DatabaseAway);
});

test('a connection that PostgreSQL ends during a statement does not serve the next one', async () => {
  const client = new DatabaseClient({ url: database.appUrl, size: 1 });
  onTestFinished(() => client.close());
  const send = directSendOf(client.unsafeWithoutTenant());
  await expect(send?.('select pg_terminate_backend(pg_backend_pid())', [])).rejects.toThrow(DatabaseAway);
  await expect(send?.('select 1 as one', [])).resolves.toEqual([{ one: 1 }]);
});
