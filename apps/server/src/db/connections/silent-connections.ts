import { DatabaseAway } from './database-away.ts';
import type { NamingClient } from './naming-client.ts';

const tickMs = 500;
/** The time in which an idle connection must answer after another one was found dead. */
const probeMs = 1_000;

/**
 * Cuts connections on which PostgreSQL is silent. PostgreSQL ends each statement by itself (`statement_timeout`).
 * If one is not answered after that, the network lost it; the system would notice a quarter of an hour later.
 * All connections are checked twice a second: a timer for each statement would cost more than the statement.
 */
export class SilenceWatch {
  readonly #clients = new Set<NamingClient>();
  readonly #silentMs: number;
  readonly #timer: NodeJS.Timeout;
  #lastTick = performance.now();

  /** @param silentMs the time that a statement may wait without a byte of an answer */
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
    // This process was paused, so answers may be unread. Every connection gets its full time again.
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
    // If one connection is dead, the others may be too, and each would cost somebody the whole wait.
    if (silent.length > 0) for (const client of this.#clients) client.probe();
  }
}
