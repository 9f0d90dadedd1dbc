import { validateAgreementEmail } from '@quayside/contract/agreements/agreement-signing.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseClient } from '../../../db/client.ts';
import { countAwaitedLocks } from '../../../testing/databases/awaited-locks.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/databases/test-database.ts';
import { makeReadableAgreement } from '../../../testing/factories/agreements.ts';
import { makeAccount, makeTenant } from '../../../testing/factories/factories.ts';
import { HttpClient } from '../../../testing/http-client.ts';
import { type ServerProcess, startServerProcess } from '../../../testing/processes/server-process.ts';
import { testSecretKeys } from '../../../testing/secret-keys.ts';
import { TestClock } from '../../../testing/test-clock.ts';
import { makeEmailCode } from './signer-email.service.ts';

let testDatabase: TestDatabase;
let database: DatabaseClient;
let owner: DatabaseClient;
let copies: ServerProcess[];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = new DatabaseClient({ url: testDatabase.appUrl, size: 2, secretKeys: testSecretKeys });
  owner = new DatabaseClient({ url: testDatabase.ownerUrl, size: 3, secretKeys: testSecretKeys });
  const options = { database: testDatabase, sandboxUrl: 'http://127.0.0.1:9', env: { DEMO: 'off', WORKER: 'off' } };
  copies = [await startServerProcess(options), await startServerProcess(options)];
});
afterAll(async () => {
  for (const copy of copies) await copy.stop();
  await Promise.all([database.close(), owner.close()]);
  await testDatabase.drop();
});

test('[SAFE-64] guesses at two copies of the server at once do not pass the limit together', async () => {
  const ownerDb = owner.unsafeWithoutTenant();
  const tenant = await makeTenant({ ownerDb, database, clock: new TestClock() });
  const { id: accountId, siteId } = await makeAccount(tenant, { email: '' });
  const { id, guid } = await makeReadableAgreement(tenant.db, { tenantId: tenant.id, accountId, siteId });
  const email = 'far.owner@example.com';
  const right = await makeEmailCode(tenant.db, tenant.id, id, email, new Date());
  const wrong = right === '000000' ? '000001' : '000000';
  const guessAt = async (place: number, emailCode: string) => {
    const body = { email, emailCode };
    const client = new HttpClient(copies[place]?.url ?? '', tenant.key);
    return (await client.call(validateAgreementEmail, { params: { guid }, body })).status;
  };
  for (let time = 0; time < 9; time += 1) expect(await guessAt(0, wrong)).toBe(200);

  // Holds up each guess that is checked.
  const trx = await ownerDb.startTransaction().execute();
  await sql`lock table agreement_email_codes in access exclusive mode`.execute(trx);
  const held = () => countAwaitedLocks(ownerDb);
  const tenth = guessAt(0, wrong);
  await expect.poll(held, { timeout: 10_000 }).toBe(1);
  const answered: number[] = [];
  const eleventh = guessAt(1, right).finally(() => answered.push(1));
  await expect.poll(async () => (await held()) + answered.length, { timeout: 10_000 }).toBe(2);
  await trx.rollback().execute();
  expect([await tenth, await eleventh]).toEqual([200, 429]);
});
