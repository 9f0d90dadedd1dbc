import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { DatabaseClient } from '../db/client.ts';
import { machineClock } from '../testing/processes/machine-clock.ts';
import { sampleSettings } from '../testing/factories/factories.ts';
import { createTestDatabase, type TestDatabase } from '../testing/databases/test-database.ts';
import type { JobContext } from '../jobs/context.ts';
import { enqueueJob } from '../jobs/enqueue.ts';
import type { RecurringTask, Tasks } from '../jobs/tasks.ts';
import { z } from 'zod';
import type { JobServices } from '../features/feature.ts';
import { buildTasks } from './build-tasks.ts';
import { type RunningWorker, startWorker } from './worker.ts';

let testDatabase: TestDatabase;
let owner: pg.Client;
let database: DatabaseClient;
let log: string[];
const workers: RunningWorker[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  owner = new pg.Client(testDatabase.ownerUrl);
  await owner.connect();
  database = new DatabaseClient({ url: testDatabase.appUrl });
  for (const id of [1, 2]) {
    await owner.query(`insert into tenants (id, key, name, settings, created_at) values ($1, $2, $2, $3, now())`, [
      id,
      `t${id}`,
      JSON.stringify(sampleSettings()),
    ]);
  }
});

beforeEach(async () => {
  log = [];
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await owner.query('delete from graphile_worker._private_jobs');
});

afterAll(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await database.close();
  await owner.end();
  await testDatabase.drop();
});

/** The tasks that a test is about. The others have nothing to do. */
type TestTasks = { 'send-mail': Tasks['send-mail']['run'] };

async function work(tasks: TestTasks, recurring: RecurringTask[] = []): Promise<RunningWorker> {
  const clock = { ...machineClock, now: () => new Date('2026-06-01T12:00:00Z') };
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) });
  const worker = await startWorker({
    database,
    longDatabase: database,
    clock,
    log: logger,
    tasks: {
      ...buildTasks({} as JobServices),
      'send-mail': { payload: z.strictObject({ mailId: z.int() }), run: tasks['send-mail'] },
    },
    recurring,
  });
  workers.push(worker);
  return worker;
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(20);
}

const jobsLeft = async () => Number((await owner.query('select count(*) from graphile_worker.jobs')).rows[0].count);

test('a job exists exactly when its cause was committed', async () => {
  const db = database.forTenant(1);
  const failing = db.transaction().execute(async (trx) => {
    await enqueueJob(trx, 'send-mail', { tenantId: 1, mailId: 1 });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await jobsLeft()).toBe(0);
  await db.transaction().execute((trx) => enqueueJob(trx, 'send-mail', { tenantId: 1, mailId: 1 }));
  expect(await jobsLeft()).toBe(1);
});

test('a job runs as the application’s role with the tenant of its payload, and only with that', async () => {
  const seen: unknown[] = [];
  await work({
    'send-mail': async ({ tenant, db }, { mailId }) => {
      const { rows } = await sql`select key, current_user as role from tenants`.execute(db);
      seen.push({ tenant: tenant.key, mailId, rows });
    },
  });
  await enqueueJob(database.forTenant(1), 'send-mail', { tenantId: 2, mailId: 7 });
  await until(async () => (await jobsLeft()) === 0);
  expect(seen).toEqual([{ tenant: 't2', mailId: 7, rows: [{ key: 't2', role: 'quayside_app' }] }]);
});

test('two workers share the queue: every job is done once', async () => {
  const done: number[] = [];
  const tasks: TestTasks = { 'send-mail': async (_ctx, { mailId }) => void done.push(mailId) };
  await Promise.all([work(tasks), work(tasks)]);
  const ids = Array.from({ length: 60 }, (_, index) => index + 1);
  await Promise.all(ids.map((mailId) => enqueueJob(database.forTenant(1), 'send-mail', { tenantId: 1, mailId })));
  await until(async () => (await jobsLeft()) === 0);
  expect(done.sort((a, b) => a - b)).toEqual(ids);
});

test('one key is one job', async () => {
  const db = database.forTenant(1);
  const later = new Date(Date.now() + 3_600_000);
  for (const mailId of [1, 2]) {
    await enqueueJob(db, 'send-mail', { tenantId: 1, mailId }, { jobKey: 'send-mail:1', runAt: later, maxAttempts: 3 });
  }
  const { rows } = await owner.query(
    `select j.key, j.max_attempts, j.run_at, p.payload
     from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id`,
  );
  expect(rows).toEqual([{ key: 'send-mail:1', max_attempts: 3, run_at: later, payload: { tenantId: 1, mailId: 2 } }]);
});

test('a job that fails is kept for another try, and the log has why', async () => {
  await work({
    'send-mail': async () => {
      throw new Error('the harbour is closed');
    },
  });
  await enqueueJob(database.forTenant(1), 'send-mail', { tenantId: 1, mailId: 1 });
  const job = async () =>
    (await owner.query('select attempts, locked_at, run_at > now() as waits from graphile_worker.jobs')).rows[0];
  await until(async () => (await job()).attempts === 1 && (await job()).locked_at === null);
  expect(await job()).toMatchObject({ waits: true });
  expect(log.join('')).toContain('the harbour is closed');
});

test('stop waits for the job under way and takes no other', async () => {
  const starts: number[] = [];
  const gate = Promise.withResolvers<void>();
  const worker = await work({
    'send-mail': async (_ctx, { mailId }) => {
      starts.push(mailId);
      await gate.promise;
    },
  });
  await enqueueJob(database.forTenant(1), 'send-mail', { tenantId: 1, mailId: 1 });
  await until(() => starts.length === 1);
  workers.length = 0;
  const stopped = worker.stop();
  await enqueueJob(database.forTenant(1), 'send-mail', { tenantId: 1, mailId: 2 });
  gate.resolve();
  await stopped;
  expect(starts).toEqual([1]);
  expect(await jobsLeft()).toBe(1);
});

test('the jobs of a worker that is gone are taken over; those of a living one are not', async () => {
  const starts: number[] = [];
  const gate = Promise.withResolvers<void>();
  const tasks: TestTasks = {
    'send-mail': async (_ctx, { mailId }) => {
      starts.push(mailId);
      await gate.promise;
    },
  };
  await work(tasks);
  await enqueueJob(database.forTenant(1), 'send-mail', { tenantId: 1, mailId: 1 });
  await until(() => starts.length === 1);
  await enqueueJob(database.forTenant(1), 'send-mail', { tenantId: 1, mailId: 2 }, { runAt: new Date('2100-01-01') });
  await owner.query(
    `update graphile_worker._private_jobs
     set run_at = now(), locked_at = coalesce(locked_at, now()) - interval '1 hour',
       locked_by = coalesce(locked_by, 'pool-of-a-killed-process')`,
  );
  await until(() => starts.length > 1);
  gate.resolve();
  await until(async () => (await jobsLeft()) === 0);
  expect(starts).toEqual([1, 2]);
});

test('a recurring task is done by one copy for every tenant, and by another once that one is gone', async () => {
  const rounds: string[] = [];
  const copy = (name: string): RecurringTask => ({
    name: 'look-around',
    by: 'one-copy',
    everyMs: 30,
    run: async ({ tenant, clock }: JobContext) =>
      void rounds.push(`${name} ${tenant.key} ${clock.now().getUTCFullYear()}`),
  });
  const nothing: TestTasks = { 'send-mail': async () => {} };
  const first = await work(nothing, [copy('first')]);
  await until(() => rounds.length > 1);
  await work(nothing, [copy('second')]);
  await until(() => rounds.length > 5);
  expect(new Set(rounds)).toEqual(new Set(['first t1 2026', 'first t2 2026']));
  workers.shift();
  await first.stop();
  await until(() => rounds.includes('second t2 2026'));
});

test('one tenant’s failure holds up no other', async () => {
  const done: string[] = [];
  await work({ 'send-mail': async () => {} }, [
    {
      name: 'look-around',
      by: 'one-copy',
      everyMs: 60_000,
      run: async ({ tenant }) => {
        if (tenant.key === 't1') throw new Error('fog');
        done.push(tenant.key);
      },
    },
  ]);
  await until(() => done.length === 1 && log.join('').includes('fog'));
  expect(done).toEqual(['t2']);
});

test('the queue and the leader go on after the database drops every connection', async () => {
  const done: number[] = [];
  let rounds = 0;
  await work({ 'send-mail': async (_ctx, { mailId }) => void done.push(mailId) }, [
    { name: 'look-around', by: 'one-copy', everyMs: 30, run: async () => void (rounds += 1) },
  ]);
  await until(() => rounds > 0);
  await dropConnections();
  const before = rounds;
  await enqueueWhenBack();
  await until(async () => done.length === 1 && (await jobsLeft()) === 0);
  await until(() => rounds > before + 1);
  expect(done).toEqual([1]);
});

test('the queue goes on after it could not note that a job was done; that job is done again', async () => {
  const done: number[] = [];
  await work({
    'send-mail': async (_ctx, { mailId }) => {
      done.push(mailId);
      // Hides the table in which the queue notes the end of a job.
      if (done.length === 1) await owner.query('alter table graphile_worker._private_jobs rename to hidden_jobs');
    },
  });
  await enqueueJob(database.forTenant(1), 'send-mail', { tenantId: 1, mailId: 1 });
  await until(() => log.join('').includes('the queue gave up'));
  await owner.query('alter table graphile_worker.hidden_jobs rename to _private_jobs');
  await until(() => done.length === 2);
  await until(async () => (await jobsLeft()) === 0);
  expect(done).toEqual([1, 1]);
});

async function dropConnections(): Promise<void> {
  const admin = new pg.Client(inject('postgres').adminUrl);
  await admin.connect();
  const { rows } = await owner.query('select current_database() as name');
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'quayside_app' and datname = $1`,
    [rows[0].name],
  );
  await admin.end();
}

/** Enqueues a job as soon as that works: the pool notices its lost connections one by one. */
async function enqueueWhenBack(): Promise<void> {
  for (;;) {
    try {
      await enqueueJob(database.forTenant(1), 'send-mail', { tenantId: 1, mailId: 1 });
      return;
    } catch {
      await pause(50);
    }
  }
}
