import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createImport, getImport } from '@quayside/contract/integration/imports.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { DatabaseClient } from '../db/client.ts';
import { servingLimits } from '../db/connections/limits.ts';
import { Presence, unsafeReleaseJobsOfTheDead } from '../jobs/presence.ts';
import { inputOf } from '../testing/contract/contract-example.ts';
import { examples } from '../testing/contract/contract-examples.ts';
import { makeContractFixture } from '../testing/contract/contract-fixture.ts';
import { seedIntegration } from '../testing/contract/integration-examples.ts';
import { type PgBouncer, startPgBouncer } from '../testing/databases/pgbouncer.ts';
import { createTestDatabase } from '../testing/databases/test-database.ts';
import { makeAccount, makeTenant } from '../testing/factories/factories.ts';
import { makeIntegrationKey, programOf, programWith } from '../testing/factories/integration.ts';
import { exampleFolder } from '../testing/import-files.ts';
import { startMailWorker } from '../testing/mail-worker.ts';
import { TestMailbox } from '../testing/mailbox.ts';
import { authenticated, pay } from '../testing/payments/card-payments.ts';
import { startCheckoutFixture } from '../testing/payments/checkout-fixture.ts';
import { machineClock } from '../testing/processes/machine-clock.ts';
import { startServerProcess } from '../testing/processes/server-process.ts';
import { testSecretKeys } from '../testing/secret-keys.ts';
import { runOperator } from './testing/operator.ts';

/** Tests the product behind a real PgBouncer that gives each transaction another connection. */

let pooler: PgBouncer;
beforeAll(async () => {
  pooler = await startPgBouncer(inject('postgres').appUrl, { settings: { server_round_robin: '1' } });
});
afterAll(() => pooler.stop());

const connect = (appUrl: string) =>
  new DatabaseClient({
    url: pooler.urlOf(appUrl),
    session: 'transaction',
    limits: servingLimits,
    secretKeys: testSecretKeys,
  });

async function freshDatabase() {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  return { ...database, appUrl: pooler.urlOf(database.appUrl) };
}

test('[RUN-4] [SAFE-1] every call of portal and programs answers its owner, and nobody of another marina', async () => {
  const fixture = await makeContractFixture(undefined, {}, connect);
  onTestFinished(() => fixture.close());
  const calls = fixture.app.app.routesOfContract
    .map(({ call }) => call)
    .filter(({ name }) => !name.startsWith('signOut'));
  expect(calls.length).toBeGreaterThan(50);
  const told = { owner: [] as string[], foreigner: [] as string[] };
  const expected = { owner: [] as string[], foreigner: [] as string[] };
  for (const call of calls) {
    const example = examples[call.name]?.(fixture);
    if (!example) throw new Error(`${call.name} has no example`);
    const isAccounts = call.access === 'account' || call.access === 'payer';
    if (isAccounts && !example.isEverybodys) {
      expected.foreigner.push(`${call.name} 404`);
      const { status } = await fixture.foreigner.client.call(call, inputOf(example));
      told.foreigner.push(`${call.name} ${status}`);
    }
    expected.owner.push(`${call.name} ${example.status ?? 200}`);
    const client = isAccounts ? fixture.owner.client : fixture.app.client('saltmarsh');
    told.owner.push(`${call.name} ${(await client.call(call, inputOf(example))).status}`);
  }
  expect(told).toEqual(expected);

  // Rows of programs wait in temporary tables, which belong to a connection.
  const program = await programOf(fixture.app, fixture.tenant);
  await Promise.all([seedIntegration(program), seedIntegration(program)]);
  const orders = (await program.get('/harbour/api/integration/v1/orders')).body as { items?: { reference: string }[] };
  expect(orders.items?.map(({ reference }) => reference)).toEqual(expect.arrayContaining(['O-1', 'O-2']));
  const tables = sql`select relname from pg_class where relpersistence = 't' and relkind = 'r'`;
  expect((await tables.execute(fixture.app.ownerDb)).rows).toEqual([]);
  expect(fixture.app.logs()).not.toContain('request failed');
});

test('[RUN-4] [MONEY-1] a card is charged once, its receipt follows, and the connection keeps nothing', async () => {
  const fixture = await startCheckoutFixture({}, {}, connect);
  const mailbox = new TestMailbox();
  const worker = await startMailWorker(fixture.app, mailbox);
  onTestFinished(async () => {
    await worker.stop();
    await fixture.close();
    mailbox.remove();
  });
  const customer = await fixture.customer({}, {});
  const { payment, token } = await authenticated(customer);
  expect((await pay(customer, payment.merchantRefNumber, token)).body).toMatchObject({ paymentStatus: 'Completed' });
  await expect.poll(() => mailbox.read(), { timeout: 60_000 }).toMatchObject([{ attachments: [{}] }]);
  const { rows } = await sql`
    select state, (select count(*)::int from payment_allocations a where a.tenant_id = p.tenant_id) as allocations
    from payments p`.execute(fixture.tenant.db);
  expect(rows).toEqual([{ state: 'allocated', allocations: 2 }]);

  const left = await sql`
    select (select count(*)::int from pg_locks where locktype = 'advisory' and database = d.oid) as locks,
      (select array_agg(distinct has_lock) from live_workers) as "haveLocks"
    from pg_database d where datname = current_database()`.execute(fixture.app.ownerDb);
  expect(left.rows).toEqual([{ locks: 0, haveLocks: [false] }]);
  // The pooler takes its connections in turns, so this asks each of them.
  for (let turn = 0; turn < 20; turn++)
    expect((await sql`select pg_listening_channels()`.execute(fixture.tenant.db)).rows).toEqual([]);
});

test('[RUN-4] a worker without a lock keeps its jobs while it reports, also from copies that seek locks', async () => {
  const { appUrl, ownerUrl } = await freshDatabase();
  const database = new DatabaseClient({ url: appUrl, session: 'transaction' });
  const direct = new DatabaseClient({ url: ownerUrl.replace('quayside_owner', 'quayside_app'), size: 2 });
  const owner = new pg.Client(ownerUrl);
  await owner.connect();
  const presence = new Presence(database, pino({ level: 'silent' }));
  onTestFinished(async () => {
    await presence.close();
    await Promise.all([database.close(), direct.close(), owner.end()]);
  });
  await presence.open();
  await presence.announce('worker-1');
  await owner.query(`
    select graphile_worker.add_job('send-mail');
    update graphile_worker._private_jobs set locked_by = 'worker-1', locked_at = now() - interval '1 minute'`);
  const holders = async () =>
    (await owner.query('select locked_by from graphile_worker._private_jobs')).rows.map((row) => row.locked_by);
  for (const copy of [direct, database]) await unsafeReleaseJobsOfTheDead(copy);
  expect(await holders()).toEqual(['worker-1']);
  expect(presence.isLeader()).toBe(true);

  await presence.withdraw('worker-1');
  await owner.query(`insert into live_workers values ('worker-1', clock_timestamp() - interval '1 second', false)`);
  await unsafeReleaseJobsOfTheDead(database);
  expect(await holders()).toEqual([null]);
});

test('[RUN-4] commands import and back up through the pooler, as long as the owner’s way is direct', async () => {
  const database = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'quayside-test-pooled-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const place = { database, dataDir, env: { DATABASE_SESSION: 'transaction' } };
  for (const args of [
    ['import', exampleFolder],
    ['import', exampleFolder],
    ['backup', join(dataDir, 'backup')],
  ]) {
    const { code, err } = await runOperator(args, place);
    expect(code, err).toBe(0);
  }
  const refused = await runOperator(['import', exampleFolder], { ...place, env: {} });
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Set DATABASE_SESSION=transaction') });
});

test('[RUN-4] a server starts, is ready, runs its worker and stops without a warning', async () => {
  const database = await freshDatabase();
  const server = await startServerProcess({
    database,
    sandboxUrl: 'http://127.0.0.1:9',
    env: { DEMO: 'off', DATABASE_SESSION: 'transaction' },
  });
  onTestFinished(() => server.kill());
  expect((await fetch(`${server.url}/harbour/api/health`)).status).toBe(200);

  // Long jobs have connections of their own. Two marinas use them at once.
  const owner = new DatabaseClient({ url: database.ownerUrl, size: 2 });
  const direct = new DatabaseClient({ url: database.ownerUrl.replace('quayside_owner', 'quayside_app'), size: 2 });
  onTestFinished(() => Promise.all([owner.close(), direct.close()]).then(() => {}));
  const app = { ownerDb: owner.unsafeWithoutTenant(), database: direct, clock: machineClock, url: server.url };
  const names = await Promise.all(
    ['Alpha', 'Bravo'].map(async (name) => {
      const marina = await makeTenant(app as never);
      await makeAccount(marina, { reference: 'C-1' });
      const { text: key } = await makeIntegrationKey(app as never, marina);
      const program = programWith(server, key);
      const rows50 = Array.from({ length: 50 }, (_, n) => `C-${n + 1},1,${name}\n`);
      const body = `reference,site,last_name\n${rows50.join('')}`;
      const query = { kind: 'accounts', officeWins: 'true' };
      const sent = await program.call(createImport, { query, body } as never, { 'content-type': 'text/csv' });
      const look = async () => (await program.call(getImport, { params: { id: sent.body.id } })).body.state;
      await expect.poll(look).toBe('done');
      const rows = await marina.db.selectFrom('accounts').select('lastname').distinct().execute();
      return rows.map(({ lastname }) => lastname);
    }),
  );
  expect(names).toEqual([['Alpha'], ['Bravo']]);
  await server.stop();
  expect(await server.exited).toBe(0);
  expect(server.logs()).not.toMatch(/"level":[4-6]0/);
});
