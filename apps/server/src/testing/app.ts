import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AppOptions, buildApp } from '../app.ts';
import { DatabaseClient, type TenantDb } from '../db/client.ts';
import { createLog } from '../lib/telemetry/log.ts';
import type { FileStorage } from '../providers/files/file-storage.ts';
import { openLocalFolder } from '../providers/files/local-folder.ts';
import { createTestDatabase, type TestDatabase } from './databases/test-database.ts';
import { HttpClient } from './http-client.ts';
import { testSecretKeys } from './secret-keys.ts';
import { TestClock } from './test-clock.ts';

export interface TestApp {
  /** Such as `http://127.0.0.1:12345`. */
  url: string;
  app: Awaited<ReturnType<typeof buildApp>>;
  clock: TestClock;
  /** Connects as the application's own role. */
  database: DatabaseClient;
  /** Connects as the role that owns the tables, with no tenant set: for factories. */
  ownerDb: TenantDb;
  testDatabase: TestDatabase;
  /** Stores papers and customers' files in a folder of its own. */
  files: FileStorage;
  fileFolder: string;
  /** Returns everything that was logged so far, one JSON line for each entry. */
  logs: () => string;
  /** Makes a browser without cookies that names the tenant by header. */
  client: (tenantKey: string) => HttpClient;
  close: () => Promise<void>;
}

/**
 * Starts the real application on a free port, over a fresh database, at the time of its clock.
 * @param connect opens the database in another way; default: a direct connection with patient limits
 * @param testDatabase the database, if it is not a fresh one
 */
export async function startTestApp(
  options: Partial<AppOptions> = {},
  connect: (appUrl: string) => DatabaseClient | Promise<DatabaseClient> = (url) =>
    new DatabaseClient({ url, size: 5, secretKeys: testSecretKeys }),
  testDatabase?: TestDatabase,
): Promise<TestApp> {
  testDatabase ??= await createTestDatabase();
  const database = await connect(testDatabase.appUrl);
  const owner = new DatabaseClient({ url: testDatabase.ownerUrl, size: 2, secretKeys: testSecretKeys });
  const clock = new TestClock();
  let logged = '';
  const log = createLog('debug', { write: (line: string) => void (logged += line) });
  const fileFolder = mkdtempSync(join(tmpdir(), 'quayside-test-files-'));
  const files = openLocalFolder(fileFolder);
  const app = await buildApp({
    database,
    files,
    scanner: null,
    clock,
    log,
    originOf: (host) => `http://${host}:3000`,
    trustProxy: false,
    providerVisibilityMs: 1_000,
    checksAnswers: true,
    ...options,
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
  return {
    url,
    app,
    clock,
    database,
    ownerDb: owner.unsafeWithoutTenant(),
    testDatabase,
    files,
    fileFolder,
    logs: () => logged,
    client: (tenantKey) => new HttpClient(url, tenantKey),
    close: async () => {
      await app.close();
      await Promise.all([database.close(), owner.close()]);
      await testDatabase.drop();
      rmSync(fileFolder, { recursive: true, force: true });
    },
  };
}
