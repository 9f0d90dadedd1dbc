import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { DatabaseClient } from '../db/client.ts';
import type { Clock } from './context.ts';

const pause = async (ms: number) => {
  await wait(ms);
};

/** This machine's own clock. DANGER: other copies may have another one; what they compare needs the database's. */
export const machineClock: Clock = { now: () => new Date(), pause, isTrusted: true };

const readEveryMs = 5_000;
/** A reading that took longer says too little. */
const longestReadingMs = 1_000;
/** Readings differ by this much without anything being wrong. */
const jitterMs = 50;
/** From here an operator should hear of it. */
const tellMs = 2_000;
/** From here certificates, signatures and providers' answers are judged wrongly. */
const distrustMs = 30_000;

type Judgement = 'right' | 'off' | 'untrusted';

/**
 * The database's time, so that all copies compare with one clock what one of them wrote. It is read at the start and
 * every few seconds; in between the processor counts on, which nobody can set.
 */
export class DatabaseClock implements Clock {
  readonly #database: DatabaseClient;
  readonly #log: FastifyBaseLogger;
  readonly #machine: () => number;
  /** The database's time at the last reading, and `performance.now()` then. */
  #read = { time: 0, at: 0 };
  #judgement: Judgement = 'right';
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  private constructor(database: DatabaseClient, log: FastifyBaseLogger, machine: () => number) {
    this.#database = database;
    this.#log = log;
    this.#machine = machine;
  }

  /** @param machine this machine's own clock, in milliseconds since 1970; tests give a wrong one */
  static async open(
    database: DatabaseClient,
    log: FastifyBaseLogger,
    machine: () => number = Date.now,
  ): Promise<DatabaseClock> {
    const clock = new DatabaseClock(database, log, machine);
    await clock.read();
    clock.#again();
    return clock;
  }

  now(): Date {
    return new Date(this.#read.time + (performance.now() - this.#read.at));
  }

  pause(ms: number): Promise<void> {
    return pause(ms);
  }

  get isTrusted(): boolean {
    return this.#judgement !== 'untrusted';
  }

  /** Reads the database's clock and judges this machine's by it. */
  async read(): Promise<void> {
    const before = performance.now();
    const { rows } = await sql<{ ms: number }>`
      select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(this.#database.unsafeWithoutTenant());
    const after = performance.now();
    const isFirst = this.#read.at === 0;
    if (after - before > longestReadingMs && !isFirst) return;
    const time = (rows[0]?.ms ?? 0) + (after - before) / 2;
    const expected = this.#read.time + (after - this.#read.at);
    if (isFirst || Math.abs(time - expected) > jitterMs) this.#read = { time, at: after };
    this.#judge(this.#machine() - time);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #again(): void {
    // A database that is away is told of elsewhere; until it is back the last reading holds.
    const round = () =>
      void this.read()
        .catch(() => undefined)
        .finally(() => !this.#stopped && this.#again());
    this.#timer = setTimeout(round, readEveryMs);
    this.#timer.unref();
  }

  #judge(offMs: number): void {
    const size = Math.abs(offMs);
    const judgement = size >= distrustMs ? 'untrusted' : size >= tellMs ? 'off' : 'right';
    if (judgement === this.#judgement) return;
    this.#judgement = judgement;
    const told = { seconds: Math.round(offMs / 100) / 10 };
    if (judgement === 'untrusted')
      this.#log.error(told, 'this machine’s clock differs too much from the database’s: it works on no payments');
    else if (judgement === 'off') this.#log.warn(told, 'this machine’s clock differs from the database’s: set it');
    else this.#log.info('this machine’s clock is right again');
  }
}
