import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { DatabaseClient } from '../db/client.ts';
import { readDatabaseTime } from '../db/sql/database-time.ts';
import { type Machine, mayHaveBeenPaused, momentOf, thisMachine } from '../lib/time/elapsed.ts';
import type { Clock } from './context.ts';

const pause = async (ms: number) => {
  await wait(ms);
};

const readEveryMs = 5_000;
/** The time between two readings of a clock in doubt, so that a database that is away is not asked all the time. */
const rereadMs = 1_000;
/** A reading that took longer is too inexact. */
const longestReadingMs = 1_000;
/** Readings differ by this much although nothing is wrong. */
const jitterMs = 50;
/** The difference from which on the log warns the operator. */
const warnMs = 2_000;
/** The difference from which on certificates, signatures and providers' answers would be checked by a wrong time. */
const untrustedMs = 30_000;

type ClockState = 'right' | 'off' | 'untrusted';

/**
 * The database's time, so that all copies use one clock for the times that they compare. It is read at the start and
 * every few seconds. In between the machine's counter counts on, which nobody can set. If the machine may have been
 * paused, the clock is read again, and nothing relies on it until then.
 */
export class DatabaseClock implements Clock {
  readonly #database: DatabaseClient;
  readonly #log: FastifyBaseLogger;
  readonly #machine: Machine;
  /** The database's time at a reading, and the machine's counter at that moment. */
  #read: { time: number; at: number } | null = null;
  /** The last reading by the machine's own times. */
  #lastRead = { wall: 0, elapsed: 0 };
  #doubtedAt = -Infinity;
  #state: ClockState = 'right';
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  private constructor(database: DatabaseClient, log: FastifyBaseLogger, machine: Machine) {
    this.#database = database;
    this.#log = log;
    this.#machine = machine;
  }

  /** Opens the clock. @param machine this machine's own times; tests pass wrong ones */
  static async open(
    database: DatabaseClient,
    log: FastifyBaseLogger,
    machine: Machine = thisMachine,
  ): Promise<DatabaseClock> {
    const clock = new DatabaseClock(database, log, machine);
    await clock.read();
    clock.#again();
    return clock;
  }

  now(): Date {
    this.#readIfInDoubt();
    return new Date(this.#expected(this.#machine.elapsed()));
  }

  pause(ms: number): Promise<void> {
    return pause(ms);
  }

  get isTrusted(): boolean {
    return !this.#readIfInDoubt() && this.#state !== 'untrusted';
  }

  #expected(at: number): number {
    return this.#read ? this.#read.time + (at - this.#read.at) : 0;
  }

  /** Reads the clock in the background if the machine may have been paused since the last reading. */
  #readIfInDoubt(): boolean {
    if (!mayHaveBeenPaused(this.#machine, this.#lastRead)) return false;
    const now = this.#machine.elapsed();
    if (now - this.#doubtedAt > rereadMs && !this.#stopped) {
      this.#doubtedAt = now;
      // Others report a database that is away.
      void this.read().catch(() => undefined);
    }
    return true;
  }

  /** Reads the database's clock, and compares this machine's with it. */
  async read(): Promise<void> {
    const before = momentOf(this.#machine);
    const read = await readDatabaseTime(this.#database);
    const after = momentOf(this.#machine);
    const tookMs = after.elapsed - before.elapsed;
    if (this.#read && (tookMs > longestReadingMs || mayHaveBeenPaused(this.#machine, before))) return;
    const time = read + tookMs / 2;
    if (!this.#read || Math.abs(time - this.#expected(after.elapsed)) > jitterMs)
      this.#read = { time, at: after.elapsed };
    this.#lastRead = after;
    this.#compare(after.wall - time);
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

  #compare(offMs: number): void {
    const size = Math.abs(offMs);
    const state = size >= untrustedMs ? 'untrusted' : size >= warnMs ? 'off' : 'right';
    if (state === this.#state) return;
    this.#state = state;
    const fields = { seconds: Math.round(offMs / 100) / 10 };
    if (state === 'untrusted')
      this.#log.error(fields, 'this machine’s clock differs too much from the database’s: it works on no payments');
    else if (state === 'off') this.#log.warn(fields, 'this machine’s clock differs from the database’s: set it');
    else this.#log.info('this machine’s clock is right again');
  }
}
