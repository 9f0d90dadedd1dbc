import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DatabaseClient } from '../db/client.ts';
import { createTestDatabase, type TestDatabase } from '../testing/databases/test-database.ts';
import { enqueueJob } from './enqueue.ts';
import { QueueWatch, unsafeReadQueues } from './queue-watch.ts';

let testDatabase: TestDatabase;
let database: DatabaseClient;
let warnings: string[];
const note = (level: string) => (facts: object, message?: string) =>
  void warnings.push(`${level} ${JSON.stringify(facts)} ${message ?? ''}`);

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = new DatabaseClient({ url: testDatabase.appUrl, size: 2 });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(async () => {
  warnings = [];
  await sql`delete from graphile_worker._private_jobs`.execute(database.unsafeWithoutTenant());
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const enqueue = (runAt: Date, mailId = 1) =>
  database
    .unsafeWithoutTenant()
    .transaction()
    .execute((trx) => enqueueJob(trx, 'send-mail', { tenantId: 1, mailId }, { runAt }));
const change = (changes: string) =>
  sql`update graphile_worker._private_jobs set ${sql.raw(changes)}`.execute(database.unsafeWithoutTenant());
const look = async (watch: QueueWatch) => watch.look(await unsafeReadQueues(database));

test('jobs that wait too long are logged once, and again when they run', async () => {
  const watch = new QueueWatch({ error: note('error'), info: note('info') } as never);
  await enqueue(minutesAgo(9));
  await look(watch);
  expect(warnings).toEqual([]);
  await change(`run_at = now() - interval '11 minutes'`);
  await look(watch);
  await look(watch);
  expect(warnings).toEqual([
    'error {"task":"send-mail","waiting":1,"failing":0,"minutes":11} jobs stand still: no copy with WORKER=on ' +
      'takes them',
  ]);
  await change('run_at = now()');
  await look(watch);
  expect(warnings[1]).toBe('info {"task":"send-mail"} jobs run again');
});

test('a job that fails counts from its making, although its next try lies ahead', async () => {
  await enqueue(minutesAgo(0));
  await change(`attempts = 4, run_at = now() + interval '1 hour', created_at = now() - interval '12 minutes'`);
  expect(await unsafeReadQueues(database)).toEqual([
    { task: 'send-mail', waiting: 1, failing: 1, givenUp: 0, oldestSeconds: expect.closeTo(720, -2) },
  ]);
  await look(new QueueWatch({ error: note('error'), info: note('info') } as never));
  expect(warnings[0]).toMatch(/mails don’t go out: the mail server refuses them/);
});

test('a job for a later time does not wait, and one that was given up no longer does', async () => {
  await enqueue(new Date(Date.now() + 3_600_000));
  expect(await unsafeReadQueues(database)).toEqual([]);
  await change(`attempts = max_attempts, created_at = now() - interval '3 days'`);
  expect(await unsafeReadQueues(database)).toEqual([
    { task: 'send-mail', waiting: 0, failing: 0, givenUp: 1, oldestSeconds: 0 },
  ]);
});
