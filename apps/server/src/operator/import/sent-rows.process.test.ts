import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createImport, getImport } from '@quayside/contract/integration/imports.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseClient } from '../../db/client.ts';
import { auditOf } from '../../testing/audit.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases/test-database.ts';
import { makeAccount, makeTenant } from '../../testing/factories/factories.ts';
import { makeIntegrationKey, programWith } from '../../testing/factories/integration.ts';
import { machineClock } from '../../testing/processes/machine-clock.ts';
import { type ServerProcess, startServerProcess } from '../../testing/processes/server-process.ts';

let testDatabase: TestDatabase;
let dataDir: string;
let server: ServerProcess;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'quayside-test-imports-'));
});
afterAll(async () => {
  await server.stop();
  await testDatabase.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = () =>
  startServerProcess({
    database: testDatabase,
    sandboxUrl: 'http://127.0.0.1:9',
    dataDir,
    env: { DEMO: 'off' },
  });

test('[API-5] killed in the middle an import leaves nothing behind, and goes on after the next start', async () => {
  server = await start();
  const owner = new DatabaseClient({ url: testDatabase.ownerUrl, size: 2 });
  const database = new DatabaseClient({ url: testDatabase.appUrl, size: 2 });
  const app = { ownerDb: owner.unsafeWithoutTenant(), database, clock: machineClock, url: server.url };
  const marina = await makeTenant(app as never);
  const { id: held } = await makeAccount(marina, { reference: 'C-1' });
  const { text: key } = await makeIntegrationKey(app as never, marina);
  let program = programWith(server, key);
  const names = async () => {
    const rows = marina.db.selectFrom('accounts').select('lastname').where('reference', 'is not', null);
    return (await rows.orderBy('reference').execute()).map(({ lastname }) => lastname);
  };

  // A customer's change holds the import up between its checks and its end: one row is changed, others are added.
  const holder = new pg.Client(testDatabase.ownerUrl);
  await holder.connect();
  await holder.query('begin');
  await holder.query(`select set_config('app.tenant_id', $1, true)`, [String(marina.id)]);
  await holder.query('select from accounts where id = $1 for update', [held]);
  const rows = Array.from({ length: 9 }, (_, n) => `C-${n + 1},1,Sailor ${n + 1}\n`).join('');
  const body = `reference,site,last_name\n${rows}`;
  const sent = await program.call(createImport, { query: { kind: 'accounts', officeWins: 'true' }, body } as never, {
    'content-type': 'text/csv',
  });
  expect(sent.status).toBe(201);
  const look = async () => (await program.call(getImport, { params: { id: sent.body.id } })).body;
  await expect.poll(async () => (await look()).step, { timeout: 60_000 }).toBe('storing');
  await server.kill();
  await holder.end();
  expect(await names()).toEqual(['Test']);

  server = await start();
  program = programWith(server, key);
  await expect.poll(async () => (await look()).state, { timeout: 60_000 }).toBe('done');
  const { result, rows: read } = await look();
  expect({ result, read }).toEqual({
    result: [{ kind: 'accounts', added: 8, changed: 1, unchanged: 0, removed: 0 }],
    read: 9,
  });
  expect(await names()).toEqual(Array.from({ length: 9 }, (_, n) => `Sailor ${n + 1}`));
  expect((await auditOf(marina)).filter(({ event }) => event === 'import')).toHaveLength(1);
  await Promise.all([owner.close(), database.close()]);
});
