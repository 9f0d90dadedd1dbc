import { type Load, measure, type Measured, medianOf } from '../load.ts';
import type { BenchMarina } from '../marina.ts';
import { type Listening, memoryOf, refuseFaults, startBareServer, startServer } from '../processes.ts';
import { type Figure, rounded } from '../report.ts';
import { listRequests } from '../requests.ts';

export interface Turns {
  count: number;
  seconds: number;
}

/**
 * Measures the list page and its floor in turns, so that other load on the machine affects both. Also measures its
 * memory.
 */
export async function measureListPage(marina: BenchMarina, turns: Turns): Promise<Figure[]> {
  const [server, bare] = [await startServer(marina), await startBareServer(marina)];
  try {
    const load = (to: Listening): Load => ({ url: to.url, requests: listRequests(marina), seconds: turns.seconds });
    for (const one of [server, bare]) await measure({ ...load(one), seconds: Math.min(2, turns.seconds) }); // warm
    const pairs: { ours: Measured; floor: Measured }[] = [];
    let memory = memoryOf(server.pid) ?? 0;
    const watch = setInterval(() => {
      memory = Math.max(memory, memoryOf(server.pid) ?? 0);
    }, 200);
    for (let turn = 0; turn < turns.count; turn += 1)
      pairs.push({ ours: await measure(load(server)), floor: await measure(load(bare)) });
    clearInterval(watch);
    refuseFaults(server);
    const ratio = medianOf(pairs.map(({ ours, floor }) => ours.perSecond / floor.perSecond));
    const perSecond = (of: 'ours' | 'floor') => `${Math.round(medianOf(pairs.map((pair) => pair[of].perSecond)))}/s`;
    return [
      { what: 'list page', figure: perSecond('ours'), floor: perSecond('floor'), value: ratio, budget: { least: 0.8 } },
      {
        what: 'memory under load',
        figure: `${Math.round(memory)} MB`,
        floor: '',
        value: memory,
        budget: { most: 200 },
      },
    ];
  } finally {
    await Promise.all([server.stop(), bare.stop()]);
  }
}

/** Compares the list page with many orders in the table and with few. */
export async function measureGrowth(many: BenchMarina, few: BenchMarina, turns: Turns): Promise<Figure[]> {
  const [big, small] = [await startServer(many), await startServer(few)];
  try {
    const median = async (to: Listening, marina: BenchMarina, seconds = turns.seconds) =>
      (await measure({ url: to.url, requests: listRequests(marina), seconds })).median;
    await median(big, many, Math.min(2, turns.seconds));
    await median(small, few, Math.min(2, turns.seconds));
    const pairs: [number, number][] = [];
    for (let turn = 0; turn < turns.count; turn += 1) pairs.push([await median(big, many), await median(small, few)]);
    const middle = (index: 0 | 1) => `${rounded(medianOf(pairs.map((pair) => pair[index])))} ms`;
    return [
      {
        what: 'list page, median latency as the table grows',
        figure: middle(0),
        floor: middle(1),
        value: medianOf(pairs.map(([ours, floor]) => ours / floor)),
        budget: { most: 1.2 },
      },
    ];
  } finally {
    await Promise.all([big.stop(), small.stop()]);
  }
}
