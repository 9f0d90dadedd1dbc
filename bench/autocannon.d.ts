/** The parts of the load generator that we use, because it has no types of its own. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  export interface Request {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: string;
  }

  interface Options {
    url: string;
    connections: number;
    /** In seconds. */
    duration?: number;
    /** Number of requests in all, instead of a duration. */
    amount?: number;
    /** Requests a second, of all connections together. */
    overallRate?: number;
    /** In seconds. */
    timeout: number;
    /** In milliseconds. */
    sampleInt: number;
    /** Called once for each connection. */
    setupClient: (client: Client) => void;
  }

  export interface Client {
    setRequests(requests: readonly Request[]): void;
  }

  interface Result {
    errors: number;
    timeouts: number;
    non2xx: number;
    '2xx': number;
    /** In seconds. */
    duration: number;
  }

  type Instance = EventEmitter & PromiseLike<Result>;

  export default function autocannon(options: Options): Instance;
}
