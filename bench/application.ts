import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { buildApp } from '../apps/server/src/app.ts';
import { DatabaseClient } from '../apps/server/src/db/client.ts';
import { openLocalFolder } from '../apps/server/src/providers/files/local-folder.ts';
import { machineClock } from '../apps/server/src/testing/processes/machine-clock.ts';
import type { BenchMarina } from './marina.ts';
import { recordStatements } from './server-sql.ts';

/** Sends a GET request to the application without a port. @throws Error if the answer is not 200 */
export type Get = (path: string, headers: Record<string, string>) => Promise<string>;

/** Runs the application in this process, so that its statements can be recorded. */
export async function withApplication<T>({ appUrl }: BenchMarina, run: (get: Get) => Promise<T>): Promise<T> {
  const database = new DatabaseClient({ url: appUrl });
  const app = await buildApp({
    database,
    clock: machineClock,
    log: pino({ level: 'silent' }),
    originOf: (host) => `http://${host}`,
    files: openLocalFolder(join(tmpdir(), 'quayside-bench-files')),
    scanner: null,
    trustProxy: false,
    providerVisibilityMs: 35_000,
  });
  try {
    return await run(async (path, headers) => {
      const { statusCode, body } = await app.inject({ method: 'GET', url: path, headers });
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
      return body;
    });
  } finally {
    await app.close();
    await database.close();
  }
}

/** Counts the statements of a request that the application has answered before. */
export async function countStatementsOf(request: () => Promise<unknown>): Promise<number> {
  await request();
  return (await recordStatements(request)).length;
}
