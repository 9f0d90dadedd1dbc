import { randomUUID } from 'node:crypto';
import { listOutstandingOrders } from '@quayside/contract/orders/orders.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseClient } from '../db/client.ts';
import { checkStoredProviders, findLastCheck } from '../features/payments/payments.exports.ts';
import { type Round, roundsOf, runRound } from '../jobs/recurring.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeTenant, sampleSettings, signedInCustomer } from '../testing/factories/factories.ts';
import { testSecretKeys } from '../testing/secret-keys.ts';
import { buildRecurring } from './build-tasks.ts';

let statements = 0;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({}, countedDatabase);
});
afterAll(() => app.close());

/**
 * Opens a database that counts the statements of each connection, without those that set the tenant: they depend on
 * which connection is free.
 */
function countedDatabase(url: string): DatabaseClient {
  const database = new DatabaseClient({ url, size: 5, secretKeys: testSecretKeys });
  database.pool.on('connect', (client: pg.PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => never;
    client.query = (...args: unknown[]) => {
      if ((args[0] as { name?: string }).name !== 'use-tenant') statements += 1;
      return query(...args);
    };
  });
  return database;
}

async function countOf(run: () => Promise<unknown>): Promise<number> {
  statements = 0;
  await run();
  return statements;
}

const rounds = () => roundsOf(buildRecurring({ visibilityMs: 0, files: app.files }));
const nameOf = ([task, ...others]: Round) => (others.length === 0 ? task.name : `every ${task.everyMs}`);
const run = (round: Round) =>
  runRound({ ...app, log: app.app.log }, round, { mayRun: () => true, stopped: new AbortController().signal });

/** Checks the providers as the first start of a version does, which reads all of them. */
const checkAsNewVersion = async () =>
  checkStoredProviders(app.database, app.app.log, await findLastCheck(app.database, randomUUID()));

async function makeMarinas(count: number): Promise<void> {
  const invoices = { automaticFrom: '2026-01-01', numberPrefix: 'A-' };
  for (let made = 0; made < count; made += 1) await makeTenant(app, { settings: sampleSettings({ invoices }) });
}

test('[RUN-7] ten times the marinas send no more statements at the start, for a list, and when idle', async () => {
  const tenant = await makeTenant(app);
  const { client, account } = await signedInCustomer(app, tenant);
  const list = () => client.call(listOutstandingOrders, { params: { guid: account.guid } });
  const frequent = rounds().filter(([{ findTenants }]) => findTenants !== undefined);
  const countAll = async () => {
    const start = await countOf(checkAsNewVersion);
    const jobs: Record<string, number> = {};
    for (const round of frequent) jobs[nameOf(round)] = await countOf(() => run(round));
    await list(); // the marina is known for the next seconds
    return { start, jobs, list: await countOf(list) };
  };
  await makeMarinas(9);
  const few = await countAll();
  await makeMarinas(90);
  const many = await countAll();
  expect(many).toEqual(few);
  expect(few).toEqual({
    start: 5,
    jobs: { 'issue-invoices': 1, 'reconcile-payments': 1, 'reconcile-refunds': 1, 'look-after-webhooks': 1 },
    list: 2,
  });
});

test('hourly work for every marina is one round, spread so that it sends few statements a second', async () => {
  const others = rounds().filter(([{ findTenants }]) => findTenants === undefined);
  expect(others.map(nameOf)).toEqual([`every ${60 * 60_000}`]);
  const [sweeps] = others as [Round];
  await run(sweeps);
  app.clock.pauses.length = 0;
  const sent = await countOf(() => run(sweeps));
  // Four lanes wait before their next marina, so this is how long the round takes.
  const seconds = app.clock.pauses.reduce((sum, ms) => sum + ms, 0) / 4 / 1_000;
  expect(sent / seconds).toBeLessThan(5);
});
