import { apiBase, type Call } from '@quayside/contract/shared/call.ts';
import { listAccountAgreements } from '@quayside/contract/agreements/agreements.ts';
import { listDocuments } from '@quayside/contract/documents/documents.ts';
import { listStays, type StayFilter } from '@quayside/contract/account/stays.ts';
import type { Request } from 'autocannon';
import { countStatementsOf, withApplication } from '../application.ts';
import { fillHistories, type Histories } from '../histories.ts';
import { measure, medianOf } from '../load.ts';
import type { BenchMarina, BenchSession } from '../marina.ts';
import { startServer } from '../processes.ts';
import { type Figure, rounded } from '../report.ts';
import { cookieOf } from '../requests.ts';
import type { Turns } from './list-page.ts';

/** A page of a list, in the form that its screen requests. */
interface Page {
  what: string;
  path: (guid: string) => string;
  /** True for the last page. The default is the first. */
  isLast?: boolean;
}

const page = (what: string, call: Call, query: string): Page => ({
  what,
  path: (guid) => `${apiBase}${call.path.replace(/:\w+/, guid)}${query}`,
});

const stays = (filter: StayFilter) => page(`stays, ${filter}`, listStays, `?page=1&rows=10&filter=${filter}`);

const last = (first: Page): Page => ({ ...first, what: `${first.what}, last page`, isLast: true });

const agreements = page('agreements', listAccountAgreements, '?page=1&rows=10');

const pages: readonly Page[] = [
  agreements,
  last(agreements),
  stays('Current'),
  stays('Historical'),
  last(stays('Historical')),
  stays('All'),
  last(stays('All')),
  page('documents', listDocuments, ''),
];

/**
 * Compares lists of an account with a long history and with a short one: time as a ratio, and the number of
 * statements.
 * @param size of the long history; 1 is the usual size
 */
export async function measureLongHistories(marina: BenchMarina, turns: Turns, size: number): Promise<Figure[]> {
  const { long, short } = await fillHistories(marina, size);
  const server = await startServer(marina);
  const figures: Figure[] = [];
  try {
    for (const each of pages) {
      const median = async (session: BenchSession, seconds: number) =>
        (await measure({ url: server.url, requests: await requestsOf(server.url, each, session), seconds })).median;
      await median(long, Math.min(1, turns.seconds));
      await median(short, Math.min(1, turns.seconds));
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

/** Returns one request for each connection of the load. */
async function requestsOf(url: string, asked: Page, session: BenchSession): Promise<Request[]> {
  const headers = cookieOf(session);
  const get = async (path: string) => (await fetch(url + path, { headers })).json() as Promise<Paged>;
  const path = await pathOf(asked, session, get);
  return Array.from({ length: 32 }, () => ({ method: 'GET', path, headers }));
}

interface Paged {
  totalPages: number;
}

async function pathOf(
  { path, isLast = false }: Page,
  { guid }: BenchSession,
  get: (path: string) => Promise<Paged>,
): Promise<string> {
  const first = path(guid);
  return isLast ? first.replace('page=1', `page=${(await get(first)).totalPages}`) : first;
}

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
  return withApplication(marina, async (get) => {
    const figures: Figure[] = [];
    for (const page of pages) {
      const url = await pathOf(page, long, async (path) => JSON.parse(await get(path, cookieOf(long))) as Paged);
      const count = await countStatementsOf(() => get(url, cookieOf(long)));
      const what = `${page.what}: statements`;
      figures.push({ what, figure: `${count}`, floor: '', value: count, budget: { most: 2 } });
    }
    return figures;
  });
}
