import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { allDocumentTypes, createDocument, listDocuments, uploadFile } from '@quayside/contract/documents/documents.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseClient } from '../../../db/client.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/databases/test-database.ts';
import { makeTenant, signedInCustomer } from '../../../testing/factories/factories.ts';
import { makeDocument, makeDocumentType } from '../../../testing/factories/papers.ts';
import { bodyOf, HttpClient } from '../../../testing/http-client.ts';
import { machineClock } from '../../../testing/processes/machine-clock.ts';
import { type ServerProcess, startServerProcess } from '../../../testing/processes/server-process.ts';
import { sampleFiles } from '../../../testing/sample-files.ts';

/** A scanner that holds a file as long as the test needs. The file is stored then, and no row names it yet. */
let answers = false;
const waiting = new Set<Socket>();
const scanner = createServer((socket) => {
  waiting.add(socket.on('error', () => {}));
  let received = Buffer.alloc(0);
  socket.on('data', (data: Buffer) => {
    received = Buffer.concat([received, data]);
    if (answers && received.subarray(-4).equals(Buffer.alloc(4))) socket.end('stream: OK\0');
  });
});

let testDatabase: TestDatabase;
let server: ServerProcess;

beforeAll(async () => {
  await new Promise<void>((resolve) => void scanner.listen(0, '127.0.0.1', resolve));
  testDatabase = await createTestDatabase();
});
afterAll(async () => {
  await server.stop();
  await testDatabase.drop();
  for (const socket of waiting) socket.destroy();
  scanner.close();
});

const start = (dataDir?: string) =>
  startServerProcess({
    database: testDatabase,
    sandboxUrl: 'http://127.0.0.1:9',
    ...(dataDir === undefined ? {} : { dataDir }),
    env: {
      DEMO: 'off',
      WORKER: 'off',
      CLAMAV_HOST: '127.0.0.1',
      CLAMAV_PORT: String((scanner.address() as AddressInfo).port),
    },
  });

test('[DOC-4] killed between the file and its row, the valid version counts, and a new try succeeds', async () => {
  server = await start();
  const owner = new DatabaseClient({ url: testDatabase.ownerUrl, size: 2 });
  const database = new DatabaseClient({ url: testDatabase.appUrl, size: 2 });
  const clock = machineClock;
  const app = {
    ownerDb: owner.unsafeWithoutTenant(),
    database,
    clock,
    client: (key: string) => new HttpClient(server.url, key),
  };
  const tenant = await makeTenant(app as never);
  const robin = await signedInCustomer(app as never, tenant);
  const { guid } = robin.account;
  const type = await makeDocumentType(tenant.db, tenant.id);
  const place = { tenantId: tenant.id, accountId: robin.account.id, siteId: robin.account.siteId };
  const valid = await makeDocument(tenant.db, place, type, { expiresOn: '2090-01-01' });
  const accountDocument = { documentTypeId: type, name: 'New cover', expiresOn: '2091-01-01' };
  const announced = await robin.client.call(createDocument, {
    params: { guid },
    body: { accountDocument, supersedePreviousVersions: true },
  });
  const id = announced.body.accountDocumentId;
  const send = async (client: HttpClient) => {
    const file = new File([new Uint8Array(sampleFiles.pdf)], 'cover.pdf');
    const body = bodyOf(uploadFile, { objectType: 'AccountDocument', objectId: id }, file);
    return (await client.request('POST', `/harbour/api/portal/account/${guid}/file/new`, { body })).status;
  };
  const current = async (client: HttpClient) => {
    const { body } = await client.call(listDocuments, { params: { guid }, query: {} });
    return allDocumentTypes(body)[0]?.accountDocumentId;
  };
  const noted = async () =>
    (await tenant.db.selectFrom('file_uploads').select('storage_name').where('tenant_id', '=', tenant.id).execute())
      .length;

  const lost = send(robin.client).catch((error: Error) => error.message);
  await expect.poll(() => waiting.size, { timeout: 30_000 }).toBe(1);
  await server.kill();
  expect(await lost).toBe('fetch failed');
  expect(await noted()).toBe(1);

  server = await start(server.dataDir);
  answers = true;
  const again = new HttpClient(server.url, tenant.key);
  for (const [name, value] of robin.client.cookies) again.cookies.set(name, value);
  expect(await current(again)).toBe(valid.id);
  expect(await send(again)).toBe(200);
  expect(await current(again)).toBe(id);
  // The file that the kill left is still noted, for the sweep.
  expect(await noted()).toBe(1);
  await Promise.all([owner.close(), database.close()]);
});
