import { uptime } from 'node:os';

/** The counters of a machine, in milliseconds. */
export interface Counters {
  /** Stands still while the machine is suspended. Nobody can set it. */
  running(): number;
  /** Counts on while the machine is suspended. Nobody can set it. Linux reads a file for it. */
  sinceBoot(): number;
  /** The machine's clock: counts on while the machine is suspended, but people set it. */
  wall(): number;
}

const ownCounters: Counters = {
  running: () => performance.now(),
  sinceBoot: () => uptime() * 1000,
  wall: () => Date.now(),
};

/** Both counters differ by less than this although the machine was not suspended. */
const jitterMs = 250;

/** The clock and the counter grow apart by less than this although nothing happened. */
const usualDriftMs = 50;

/** The counter of the machine's start is read at least this often. */
const readEveryMs = 1_000;

/**
 * Counts time like `performance.now()`, and counts on while the machine is suspended.
 * DANGER: a lease or a time of the database that is measured with `performance.now()` seems fresh after hours.
 *
 * Every request asks for the time several times, and the counter of the machine's start costs a file each time: a
 * twentieth of a list page. So this reads it only when the clock has jumped, or a second has passed.
 */
export class ElapsedTime {
  readonly #counters: Counters;
  readonly #difference: number;
  #suspendedMs = 0;
  #lastRead = { running: 0, wall: 0 };

  constructor(counters = ownCounters) {
    this.#counters = counters;
    this.#difference = counters.sinceBoot() - counters.running();
    this.#lastRead = { running: counters.running(), wall: counters.wall() };
  }

  now(): number {
    if (this.#mayHaveBeenSuspended()) this.#readSuspension();
    return this.#counters.running() + this.#suspendedMs;
  }

  #mayHaveBeenSuspended(): boolean {
    const running = this.#counters.running() - this.#lastRead.running;
    const wall = this.#counters.wall() - this.#lastRead.wall;
    return running > readEveryMs || Math.abs(wall - running) > usualDriftMs;
  }

  #readSuspension(): void {
    // In this order a delay between both readings never looks like a suspension.
    const booted = this.#counters.sinceBoot();
    const running = this.#counters.running();
    this.#lastRead = { running, wall: this.#counters.wall() };
    const suspendedMs = booted - running - this.#difference;
    if (suspendedMs - this.#suspendedMs > jitterMs) this.#suspendedMs = suspendedMs;
  }
}

const elapsed = new ElapsedTime();

/** Returns the milliseconds since the process started, suspensions included. */
export const elapsedMs = (): number => elapsed.now();

/** The times that a machine tells, in milliseconds. Tests pass a wrong one. */
export interface Machine {
  /** The time since 1970 by its own clock, which people set. */
  wall(): number;
  elapsed(): number;
}

/** The times of the machine on which the server runs. */
export const thisMachine: Machine = { wall: () => Date.now(), elapsed: elapsedMs };

export interface Moment {
  wall: number;
  elapsed: number;
}

/** Returns both times of a machine now. */
export const momentOf = (machine: Machine): Moment => ({ wall: machine.wall(), elapsed: machine.elapsed() });

/** Its clock and its counter differ by less than this although nothing happened. */
const driftMs = 2_000;

/**
 * Tells if a machine's clock moved otherwise than its counter since a moment. Then somebody set the clock, or a host
 * paused the machine: that stops every counter in it, and only its clock is corrected afterwards.
 */
export function mayHaveBeenPaused(machine: Machine, since: Moment): boolean {
  const { wall, elapsed: now } = momentOf(machine);
  return Math.abs(wall - since.wall - (now - since.elapsed)) > driftMs;
}
