import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ControlledTransaction, sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseClient } from '../db/client.ts';
import type { Database } from '../db/schema/schema.ts';
import { queueMail } from '../features/mail/mail.service.ts';
import { createTestDatabase, type TestDatabase } from '../testing/databases/test-database.ts';
import { makeAccount, makeLogin, makeTenant, type TestTenant } from '../testing/factories/factories.ts';
import { type ServerProcess, startServerProcess } from '../testing/processes/server-process.ts';
import { TestClock } from '../testing/test-clock.ts';

let testDatabase: TestDatabase;
let database: DatabaseClient;
let owner: DatabaseClient;
let tenant: TestTenant;
const dataDir = mkdtempSync(join(tmpdir(), 'quayside-test-hanging-'));
const copies: ServerProcess[] = [];

/** The recipients of the mails, one entry for each mail. */
const arrived: string[] = [];
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, { envelope }, done) => {
    stream.resume().on('end', () => {
      arrived.push(...envelope.rcptTo.map(({ address }) => address));
      done();
    });
  },
});

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = new DatabaseClient({ url: testDatabase.appUrl, size: 3 });
  owner = new DatabaseClient({ url: testDatabase.ownerUrl, size: 3 });
  tenant = await makeTenant({ ownerDb: owner.unsafeWithoutTenant(), database, clock: new TestClock() });
  mailServer.on('error', () => {});
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  for (const copy of copies) await copy.kill();
  mailServer.close();
  await Promise.all([database.close(), owner.close()]);
  await testDatabase.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function startCopy(): Promise<ServerProcess> {
  const { port } = mailServer.server.address() as { port: number };
  const copy = await startServerProcess({
    database: testDatabase,
    sandboxUrl: 'http://127.0.0.1:9',
    dataDir,
    env: { DEMO: 'off', MAIL_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'office@quayside.example' },
  });
  copies.push(copy);
  return copy;
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(50);
}

/** Returns the worker that has the only job; null while none has it. */
const workerOfJob = async () =>
  (
    await sql<{ worker: string | null }>`select locked_by as worker from graphile_worker._private_jobs`.execute(
      owner.unsafeWithoutTenant(),
    )
  ).rows[0]?.worker;

/** Returns the seconds for which workers count as living, by the database's clock. */
const living = async () =>
  new Map(
    (
      await sql<{ worker: string; seconds: number }>`
        select worker_id as worker, extract(epoch from seen_until - clock_timestamp())::float8 as seconds
        from live_workers where seen_until > clock_timestamp()`.execute(database.unsafeWithoutTenant())
    ).rows.map(({ worker, seconds }) => [worker, seconds]),
  );

/**
 * Stops a worker in the middle of sending a mail: it has read the mail, and now asks for the portal's address. Code
 * that queues a mail is not stopped.
 */
async function holdHosts(): Promise<ControlledTransaction<Database>> {
  const trx = await owner.unsafeWithoutTenant().startTransaction().execute();
  await sql`lock table tenant_hosts in access exclusive mode`.execute(trx);
  return trx;
}

const somebodyWaits = async () =>
  (
    await sql<{ waits: boolean }>`
      select exists (select from pg_locks where relation = 'tenant_hosts'::regclass and not granted) as waits`.execute(
      owner.unsafeWithoutTenant(),
    )
  ).rows[0]?.waits === true;

async function writeTo(recipient: string): Promise<void> {
  const mail = { kind: 'login-locked', recipient, language: 'en-GB' } as const;
  await tenant.db.transaction().execute((trx) => queueMail(trx, tenant, mail, new Date()));
}

test('another copy takes a hanging worker’s job within 15 seconds, and the worker does no harm later', async () => {
  const { email } = await makeLogin(tenant, await makeAccount(tenant));
  const later = await makeLogin(tenant, await makeAccount(tenant));
  const hanging = await startCopy();
  // A copy has three workers: for most jobs, for those that call servers of the marinas, and for long ones.
  await until(async () => (await living()).size === 3);

  const held = await holdHosts();
  await writeTo(email);
  await until(somebodyWaits);
  const own = await workerOfJob();
  expect([...(await living()).keys()]).toContain(own);
  process.kill(hanging.pid, 'SIGSTOP');
  await held.rollback().execute();
  // Nobody renews it any more. Every 2.5 seconds the jobs of dead workers are looked for.
  expect((await living()).get(own ?? '')).toBeLessThanOrEqual(10);

  await startCopy();
  await until(() => arrived.includes(email));
  await until(async () => (await workerOfJob()) === undefined);
  process.kill(hanging.pid, 'SIGCONT');
  await until(async () => (await living()).size === 6);
  // When it has done other work, it has also gone on with its old work.
  for (let n = 0; n < 20; n++) await writeTo(later.email);
  await until(() => arrived.filter((address) => address === later.email).length === 20);
  await until(async () => (await workerOfJob()) === undefined);
  expect(arrived.filter((address) => address === email)).toHaveLength(1);
  const mails = await tenant.db.selectFrom('mails').select(['sent_at', 'failed_at']).execute();
  expect(mails.filter(({ sent_at, failed_at }) => sent_at === null || failed_at !== null)).toEqual([]);
});
