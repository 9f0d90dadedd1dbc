import { startProcess } from '../../apps/server/src/testing/processes/child-process.ts';
import { measureOnce, medianOf } from '../load.ts';
import type { BenchMarina } from '../marina.ts';
import { startServer } from '../processes.ts';
import { type Figure, rounded } from '../report.ts';
import { signInRequests } from '../requests.ts';
import type { Turns } from './list-page.ts';

/**
 * Compares sign-ins over HTTP with the hash alone, which should be their only cost, in turns. A turn has a fixed number
 * and no time, because unfinished ones would count for neither.
 */
export async function measureSignIns(marina: BenchMarina, turns: Turns): Promise<Figure[]> {
  const all = signInRequests(marina);
  const requests = all.slice(0, Math.min(all.length, Math.max(32, turns.seconds * 64)));
  const server = await startServer(marina);
  try {
    // The first hundreds also pay for compiling code and planning statements. Like the list page, it runs warm.
    await measureOnce(server.url, requests);
    const pairs: { ours: number; floor: number }[] = [];
    for (let turn = 0; turn < turns.count; turn += 1) {
      const floor = await hashesPerSecond(requests.length);
      pairs.push({ ours: (await measureOnce(server.url, requests)).perSecond, floor });
    }
    const perSecond = (of: 'ours' | 'floor') => `${rounded(medianOf(pairs.map((pair) => pair[of])))}/s`;
    return [
      {
        what: 'sign-ins',
        figure: perSecond('ours'),
        floor: perSecond('floor'),
        value: medianOf(pairs.map(({ ours, floor }) => ours / floor)),
        budget: { least: 0.8 },
      },
    ];
  } finally {
    await server.stop();
  }
}

async function hashesPerSecond(count: number): Promise<number> {
  const running = await startProcess('bench/bare-hash.ts', { BARE_HASH_COUNT: String(count) });
  await running.exited;
  return Number(running.logs());
}
