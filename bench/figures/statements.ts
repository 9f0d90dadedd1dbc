import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { buildApp } from '../../apps/server/src/app.ts';
import { DatabaseClient } from '../../apps/server/src/db/client.ts';
import { machineClock } from '../../apps/server/src/http/clock.ts';
import { openLocalFolder } from '../../apps/server/src/providers/files/local-folder.ts';
import type { BenchMarina } from '../marina.ts';
import type { Figure } from '../report.ts';
import { listRequests } from '../requests.ts';
import { recordStatements } from '../server-sql.ts';

/** Counts the statements that a warm list page sends to the database. */
export async function countStatements(marina: BenchMarina): Promise<Figure[]> {
  const database = new DatabaseClient({ url: marina.appUrl });
  const app = await buildApp({
    database,
    clock: machineClock,
    log: pino({ level: 'silent' }),
    originOf: (host) => `http://${host}`,
    trustProxy: false,
    providerVisibilityMs: 35_000,
    files: openLocalFolder(join(tmpdir(), 'quayside-bench-files')),
    scanner: null,
  });
  try {
    const [request] = listRequests(marina);
    const list = async () => {
      const { statusCode } = await app.inject({
        method: 'GET',
        url: request?.path ?? '',
        headers: request?.headers ?? {},
      });
      if (statusCode !== 200) throw new Error(`the list page answered ${statusCode}`);
    };
    await list();
    const { length } = await recordStatements(list);
    return [
      { what: 'statements of a list page', figure: String(length), floor: '', value: length, budget: { most: 2 } },
    ];
  } finally {
    await app.close();
    await database.close();
  }
}
