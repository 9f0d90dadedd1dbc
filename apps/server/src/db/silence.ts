import { DatabaseAway } from './database-away.ts';
import type { NamingClient } from './naming-client.ts';

const tickMs = 500;
/** How long a connection that did nothing has to answer, once another was found dead. */
const probeMs = 1_000;

/**
 * Cuts connections on which PostgreSQL is silent. PostgreSQL ends each statement by itself (`statement_timeout`), so one
 * that is not answered after that was swallowed by the network, which the system would notice after a quarter of an
 * hour. One look at all connections twice a second: a timer for each statement would cost more than the statement.
 */
export class SilenceWatch {
  readonly #clients = new Set<NamingClient>();
  readonly #silentMs: number;
  readonly #timer: NodeJS.Timeout;
  #lastTick = performance.now();

  /** @param silentMs how long a statement may stay without a byte of an answer */
  constructor(silentMs: number) {
    this.#silentMs = silentMs;
    this.#timer = setInterval(() => this.#tick(), tickMs).unref();
  }

  add(client: NamingClient): void {
    this.#clients.add(client);
    client.once('end', () => this.#clients.delete(client));
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    const now = performance.now();
    const stoodStill = now - this.#lastTick > 2 * tickMs;
    this.#lastTick = now;
    // This process stood still, so what came meanwhile is unread: everybody gets their time again.
    if (stoodStill) for (const client of this.#clients) client.hear(now);
    else if (this.#silent(now).length > 0) setImmediate(() => this.#cut());
  }

  #silent(now: number): NamingClient[] {
    return [...this.#clients].filter((client) => client.silentMs(now) > (client.isProbed ? probeMs : this.#silentMs));
  }

  #cut(): void {
    const silent = this.#silent(performance.now());
    for (const client of silent) {
      this.#clients.delete(client);
      client.cut(new DatabaseAway('PostgreSQL did not answer: the connection is cut'));
    }
    // Where one was swallowed the others may be dead as well, and each would cost somebody the whole wait.
    if (silent.length > 0) for (const client of this.#clients) client.probe();
  }
}
