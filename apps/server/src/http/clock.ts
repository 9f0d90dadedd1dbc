import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { DatabaseClient } from '../db/client.ts';
import { readDatabaseTime } from '../db/database-time.ts';
import type { Clock } from './context.ts';

const pause = async (ms: number) => {
  await wait(ms);
};

/**
 * This machine's own clock. DANGER: other copies may have another one. Times that they compare need the database's
 * clock.
 */
export const machineClock: Clock = { now: () => new Date(), pause, isTrusted: true };

const readEveryMs = 5_000;
/** A reading that took longer is too inexact. */
const longestReadingMs = 1_000;
/** Readings differ by this much although nothing is wrong. */
const jitterMs = 50;
/** The difference from which on the log warns the operator. */
const tellMs = 2_000;
/** The difference from which on certificates, signatures and providers' answers would be judged wrongly. */
const distrustMs = 30_000;

type Judgement = 'right' | 'off' | 'untrusted';

/**
 * The database's time, so that all copies use one clock for the times that they compare. It is read at the start and
 * every few seconds. In between the processor's monotonic clock counts on, which nobody can set.
 */
export class DatabaseClock implements Clock {
  readonly #database: DatabaseClient;
  readonly #log: FastifyBaseLogger;
  readonly #machine: () => number;
  /** The database's time at the last reading, and `performance.now()` at that moment. */
  #read = { time: 0, at: 0 };
  #judgement: Judgement = 'right';
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  private constructor(database: DatabaseClient, log: FastifyBaseLogger, machine: () => number) {
    this.#database = database;
    this.#log = log;
    this.#machine = machine;
  }

  /** Opens the clock. @param machine this machine's own clock, in milliseconds since 1970; tests pass a wrong one */
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

  /** Reads the database's clock, and compares this machine's with it. */
  async read(): Promise<void> {
    const before = performance.now();
    const read = await readDatabaseTime(this.#database);
    const after = performance.now();
    const isFirst = this.#read.at === 0;
    if (after - before > longestReadingMs && !isFirst) return;
    const time = read + (after - before) / 2;
    const expected = this.#read.time + (after - this.#read.at);
    if (isFirst || Math.abs(time - expected) > jitterMs) this.#read = { time, at: after };
    this.#judge(this.#machine() - time);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #again(): void {
    // Others report a database that is away. The last reading holds until it is back.
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
