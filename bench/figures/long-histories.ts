import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiBase, type Call } from '@quayside/contract/call.ts';
import { listAccountAgreements } from '@quayside/contract/agreements.ts';
import { listDocuments } from '@quayside/contract/documents.ts';
import { listStays, type StayFilter } from '@quayside/contract/stays.ts';
import type { Request } from 'autocannon';
import { pino } from 'pino';
import { buildApp } from '../../apps/server/src/app.ts';
import { DatabaseClient } from '../../apps/server/src/db/client.ts';
import { openLocalFolder } from '../../apps/server/src/providers/files/local-folder.ts';
import { fillHistories, type Histories } from '../histories.ts';
import { measure, medianOf } from '../load.ts';
import type { BenchMarina, BenchSession } from '../marina.ts';
import { startServer } from '../processes.ts';
import { type Figure, rounded } from '../report.ts';
import { cookieOf } from '../requests.ts';
import { recordStatements } from '../server-sql.ts';
import type { Turns } from './list-page.ts';

/** A page of a list, as its screen asks for it. */
interface Page {
  what: string;
  path: (guid: string) => string;
}

const page = (what: string, call: Call, query: string): Page => ({
  what,
  path: (guid) => `${apiBase}${call.path.replace(/:\w+/, guid)}${query}`,
});

const stays = (filter: StayFilter) => page(`stays, ${filter}`, listStays, `?page=1&rows=10&filter=${filter}`);

const pages: readonly Page[] = [
  page('agreements', listAccountAgreements, '?page=1&rows=10'),
  stays('Current'),
  stays('Historical'),
  stays('All'),
  page('documents', listDocuments, ''),
];

/** Lists of an account with a long history against those of one with a short one: time as a ratio, and statements. */
export async function measureLongHistories(marina: BenchMarina, turns: Turns): Promise<Figure[]> {
  const { long, short } = await fillHistories(marina);
  const server = await startServer(marina);
  const figures: Figure[] = [];
  try {
    for (const each of pages) {
      const median = async (session: BenchSession, seconds: number) =>
        (await measure({ url: server.url, requests: requestsOf(each, session), seconds })).median;
      await median(long, 1);
      await median(short, 1);
      const pairs: [number, number][] = [];
      for (let turn = 0; turn < turns.count; turn += 1)
        pairs.push([await median(long, turns.seconds), await median(short, turns.seconds)]);
      figures.push(ratioOf(each, pairs));
    }
  } finally {
    await server.stop();
  }
  return [...figures, ...(await countStatements(marina, { long, short }))];
}

/** One for each connection of the load. */
const requestsOf = ({ path }: Page, session: BenchSession): Request[] =>
  Array.from({ length: 32 }, () => ({ method: 'GET', path: path(session.guid), headers: cookieOf(session) }));

function ratioOf({ what }: Page, pairs: readonly [number, number][]): Figure {
  const middle = (index: 0 | 1) => `${rounded(medianOf(pairs.map((pair) => pair[index])))} ms`;
  return {
    what: `${what}: a long history against a short one`,
    figure: middle(0),
    floor: middle(1),
    value: medianOf(pairs.map(([long, short]) => long / short)),
    budget: { most: 1.5 },
  };
}

async function countStatements(marina: BenchMarina, { long }: Histories): Promise<Figure[]> {
  const database = new DatabaseClient({ url: marina.appUrl });
  const app = await buildApp({
    database,
    clock: { now: () => new Date() },
    log: pino({ level: 'silent' }),
    originOf: (host) => `http://${host}`,
    files: openLocalFolder(join(tmpdir(), 'quayside-bench-files')),
    scanner: null,
    trustProxy: false,
    providerVisibilityMs: 35_000,
  });
  const figures: Figure[] = [];
  try {
    for (const { what, path } of pages) {
      const list = async () => {
        const { statusCode } = await app.inject({ method: 'GET', url: path(long.guid), headers: cookieOf(long) });
        if (statusCode !== 200) throw new Error(`${what} answered ${statusCode}`);
      };
      await list();
      const { length } = await recordStatements(list);
      figures.push({ what: `${what}: statements`, figure: `${length}`, floor: '', value: length, budget: { most: 2 } });
    }
  } finally {
    await app.close();
    await database.close();
  }
  return figures;
}
