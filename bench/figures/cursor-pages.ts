import { apiBase } from '@quayside/contract/shared/call.ts';
import { listOrderResources } from '@quayside/contract/integration/orders.ts';
import type { Request } from 'autocannon';
import { cursorOf, listMark } from '../../apps/server/src/features/integration-rows/cursor.rules.ts';
import { countStatementsOf, withApplication } from '../application.ts';
import { measure, medianOf } from '../load.ts';
import type { BenchMarina } from '../marina.ts';
import { startServer } from '../processes.ts';
import { makePrograms } from '../programs.ts';
import { type Figure, rounded } from '../report.ts';
import type { Turns } from './list-page.ts';

/** The places in the list that each connection asks for in turn. */
const placesOfConnection = 20;
const connections = 32;

/** A marina, and the number of its orders. */
export interface Orders {
  marina: BenchMarina;
  orders: number;
}

/** Compares pages of the integration API's list of orders, anywhere in it, with many orders and with few. */
export async function measureCursorPages(many: Orders, few: Orders, turns: Turns): Promise<Figure[]> {
  const [big, small] = [await startServer(many.marina), await startServer(few.marina)];
  try {
    const [deep, shallow] = [await pageRequests(many), await pageRequests(few)];
    const median = async (url: string, requests: Request[], seconds = turns.seconds) =>
      (await measure({ url, requests, seconds })).median;
    await median(big.url, deep, Math.min(2, turns.seconds));
    await median(small.url, shallow, Math.min(2, turns.seconds));
    const pairs: [number, number][] = [];
    for (let turn = 0; turn < turns.count; turn += 1)
      pairs.push([await median(big.url, deep), await median(small.url, shallow)]);
    const middle = (index: 0 | 1) => `${rounded(medianOf(pairs.map((pair) => pair[index])))} ms`;
    return [
      {
        what: 'cursor pages of 100 orders, median latency as the table grows',
        figure: middle(0),
        floor: middle(1),
        value: medianOf(pairs.map(([ours, floor]) => ours / floor)),
        budget: { most: 1.2 },
      },
      await statementsOf(few, shallow),
    ];
  } finally {
    await Promise.all([big.stop(), small.stop()]);
  }
}

/** Returns requests for pages all over the list. Each connection has its own key, because a key has a limit. */
async function pageRequests({ marina, orders }: Orders): Promise<Request[]> {
  const keys = await makePrograms(
    marina,
    Array.from({ length: connections }, () => marina.tenantId),
  );
  const mark = listMark(listOrderResources, {}, {});
  const step = orders / (connections * placesOfConnection);
  return keys.flatMap(({ headers }, connection) =>
    Array.from({ length: placesOfConnection }, (_, place) => {
      const id = Math.floor((place * connections + connection) * step);
      const query = new URLSearchParams({ limit: '100', cursor: cursorOf(mark, { id, changedAt: null }) }).toString();
      return { method: 'GET', path: `${apiBase}${listOrderResources.path}?${query}`, headers };
    }),
  );
}

/** Counts the statements of a page: the key, its limit, and the list. */
async function statementsOf({ marina }: Orders, [request]: Request[]): Promise<Figure> {
  const count = await withApplication(marina, (get) =>
    countStatementsOf(() => get(request?.path ?? '', request?.headers ?? {})),
  );
  const what = 'cursor pages: statements, with those of the key and its limit';
  return { what, figure: String(count), floor: '', value: count, budget: { most: 3 } };
}
