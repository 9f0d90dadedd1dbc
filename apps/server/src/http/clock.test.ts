import { cancelPayment, getPayment } from '@quayside/contract/payments/payments.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DatabaseClient } from '../db/client.ts';
import { elapsedMs, type Machine } from '../lib/time/elapsed.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeTenant, signedInCustomer } from '../testing/factories/factories.ts';
import { DatabaseClock } from './clock.ts';

let app: TestApp;
let database: DatabaseClient;
let logged: string[] = [];
const clocks: DatabaseClock[] = [];

beforeAll(async () => {
  app = await startTestApp();
  database = new DatabaseClient({ url: app.testDatabase.appUrl, size: 2 });
});
afterEach(() => {
  logged = [];
  for (const clock of clocks.splice(0)) clock.stop();
});
afterAll(async () => {
  await database.close();
  await app.close();
});

/** Opens a clock on a machine whose own clock is this much wrong. */
async function clockOn(machine: { aheadMs: number }): Promise<DatabaseClock> {
  const started = ((await databaseTime())?.getTime() ?? 0) - elapsedMs();
  return open({ wall: () => started + elapsedMs() + machine.aheadMs, elapsed: elapsedMs });
}

async function open(machine: Machine): Promise<DatabaseClock> {
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const clock = await DatabaseClock.open(database, log, machine);
  clocks.push(clock);
  return clock;
}

const levels = () => logged.map((line) => (JSON.parse(line) as { level: number }).level);
const databaseTime = async () =>
  (await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database.unsafeWithoutTenant())).rows[0]?.now;

test('[MONEY-1] copies on machines whose clocks differ by minutes tell one time, the database’s', async () => {
  const before = await databaseTime();
  const clocksNow = [await clockOn({ aheadMs: 100_000 }), await clockOn({ aheadMs: -100_000 })].map((clock) =>
    clock.now(),
  );
  const after = await databaseTime();
  // Far more than a round trip to the database, and far less than the error of the machines.
  const tolerance = 20_000;
  for (const now of clocksNow) {
    expect(now.getTime()).toBeGreaterThan((before?.getTime() ?? 0) - tolerance);
    expect(now.getTime()).toBeLessThan((after?.getTime() ?? 0) + tolerance);
  }
});

test('[MONEY-1][RUN-9] a clock 2 seconds off is reported, one 30 off is distrusted until it is right', async () => {
  const machine = { aheadMs: 0 };
  const clock = await clockOn(machine);
  machine.aheadMs = 1_000;
  await clock.read();
  expect([clock.isTrusted, levels()]).toEqual([true, []]);
  for (const aheadMs of [-3_000, -28_000]) {
    machine.aheadMs = aheadMs;
    await clock.read();
    expect([clock.isTrusted, levels()]).toEqual([true, [40]]);
  }
  machine.aheadMs = 32_000;
  await clock.read();
  expect([clock.isTrusted, levels()]).toEqual([false, [40, 50]]);
  machine.aheadMs = 0;
  await clock.read();
  expect([clock.isTrusted, levels()]).toEqual([true, [40, 50, 30]]);
});

test('[MONEY-1] a machine that was suspended wakes with the right time', async () => {
  let suspendedMs = 0;
  const machine = { wall: () => Date.now() + suspendedMs, elapsed: () => elapsedMs() + suspendedMs };
  const clock = await open(machine);
  const before = clock.now().getTime();
  suspendedMs = 3_600_000;
  expect(clock.now().getTime() - before).toBeGreaterThanOrEqual(3_600_000);
});

test('[MONEY-1] a machine whose clock was corrected waits with payments until it asks the database', async () => {
  // A host that pauses a machine stops its counters too. The counter lacks an hour, and the clock is right again.
  const paused = { ms: 0, wakesMs: 0 };
  const machine = { wall: () => Date.now() - paused.ms + paused.wakesMs, elapsed: () => elapsedMs() - paused.ms };
  const clock = await open(machine);
  expect(clock.isTrusted).toBe(true);
  paused.ms = 3_600_000;
  paused.wakesMs = 3_600_000;
  expect(clock.isTrusted).toBe(false);
  const tolerance = 20_000;
  await expect.poll(() => clock.isTrusted, { timeout: 20_000 }).toBe(true);
  const real = (await databaseTime())?.getTime() ?? 0;
  expect(Math.abs(clock.now().getTime() - real)).toBeLessThan(tolerance);
});

test('[MONEY-1][RUN-9] an untrusted copy shows payments and does nothing else: 503 with a time to retry', async () => {
  const tenant = await makeTenant(app);
  const { client } = await signedInCustomer(app, tenant);
  const ref = '00000000-0000-4000-8000-000000000000';
  app.clock.isTrusted = false;
  const refused = await client.call(cancelPayment, { params: { ref } });
  const seen = await client.call(getPayment, { params: { merchantRefNum: ref } });
  app.clock.isTrusted = true;
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
  expect(seen.status).toBe(404);
  expect((await client.call(cancelPayment, { params: { ref } })).status).toBe(404);
});
