import { startProcess } from '../../apps/server/src/testing/child-process.ts';
import { measureOnce } from '../load.ts';
import type { BenchMarina } from '../marina.ts';
import { startServer } from '../processes.ts';
import { type Figure, rounded } from '../report.ts';
import { signInRequests } from '../requests.ts';

/**
 * Compares sign-ins over HTTP with the hash alone, which should be their only cost. Runs a fixed number and not a
 * time, because unfinished ones would count for neither.
 */
export async function measureSignIns(marina: BenchMarina, seconds: number): Promise<Figure[]> {
  const requests = signInRequests(marina);
  const count = Math.min(requests.length, Math.max(32, seconds * 64));
  const hash = await hashesPerSecond(count);
  const server = await startServer(marina);
  try {
    // The first hundreds also pay for compiling code and planning statements. Like the list page, it runs warm.
    await measureOnce(server.url, requests.slice(0, count));
    const { perSecond } = await measureOnce(server.url, requests.slice(0, count));
    return [
      {
        what: 'sign-ins',
        figure: `${rounded(perSecond)}/s`,
        floor: `${rounded(hash)}/s`,
        value: perSecond / hash,
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
