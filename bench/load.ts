import autocannon, { type Client, type Request } from 'autocannon';

/** The number of connections, as the budgets name it. */
const connections = 32;

export interface Load {
  url: string;
  /** Each connection sends its own share of them in turn, so that no two send the same at once. */
  requests: readonly Request[];
  /** 0: one request from each connection. That gives no real figure, but shows that it can be measured. */
  seconds: number;
  /** The requests that are sent in a second. Default: as many as the server answers. */
  perSecond?: number;
}

export interface Measured {
  perSecond: number;
  /** In milliseconds. */
  median: number;
  p95: number;
}

/** Puts a server under load. @throws Error if an answer is not 2xx, because a fast refusal is not a valid figure */
export function measure({ url, requests, seconds, perSecond }: Load): Promise<Measured> {
  const rate = perSecond === undefined ? {} : { overallRate: perSecond };
  return run(url, requests, { ...rate, ...(seconds === 0 ? { amount: connections } : { duration: seconds }) });
}

/** Puts a server under load with requests that work only once: each is sent once. */
export function measureOnce(url: string, requests: readonly Request[]): Promise<Measured> {
  return run(url, requests, { amount: Math.floor(requests.length / connections) * connections });
}

type Limit = ({ duration: number } | { amount: number }) & { overallRate?: number };

async function run(url: string, requests: readonly Request[], limit: Limit): Promise<Measured> {
  const share = Math.floor(requests.length / connections);
  if (share === 0) throw new Error(`There are fewer requests than the ${connections} connections`);
  const times: number[] = [];
  const statuses = new Set<number>();
  let given = 0;
  const setupClient = (client: Client) => client.setRequests(requests.slice(given, (given += share)));
  const started = performance.now();
  // Without a duration, the load generator notices its end only at the next sample.
  const sampleInt = 'amount' in limit ? 50 : 1000;
  const running = autocannon({ url, connections, timeout: 30, setupClient, sampleInt, ...limit });
  running.on('response', (_client: unknown, status: number, _bytes: number, time: number) => {
    times.push(time);
    statuses.add(status);
  });
  const result = await running;
  const elapsed = (performance.now() - started) / 1000;
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0)
    throw new Error(`${failed} of ${times.length} requests to ${url} failed: ${[...statuses].join(', ')}`);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { perSecond: times.length / elapsed, median: at(0.5), p95: at(0.95) };
}

export const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
