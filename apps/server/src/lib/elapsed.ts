import { uptime } from 'node:os';

/** The counters of a machine, in milliseconds. Nobody can set them. */
export interface Counters {
  /** Stands still while the machine is suspended. */
  running(): number;
  /** Counts on while the machine is suspended. */
  sinceBoot(): number;
}

const ownCounters: Counters = { running: () => performance.now(), sinceBoot: () => uptime() * 1000 };

/** Both counters differ by less than this although the machine was not suspended. */
const jitterMs = 250;

/**
 * Counts time like `performance.now()`, and counts on while the machine is suspended.
 * DANGER: a lease or a time of the database that is measured with `performance.now()` seems fresh after hours.
 */
export class ElapsedTime {
  readonly #counters: Counters;
  readonly #difference: number;
  #suspendedMs = 0;

  constructor(counters = ownCounters) {
    this.#counters = counters;
    this.#difference = counters.sinceBoot() - counters.running();
  }

  now(): number {
    // In this order a delay between both readings never looks like a suspension.
    const booted = this.#counters.sinceBoot();
    const running = this.#counters.running();
    const suspendedMs = booted - running - this.#difference;
    if (suspendedMs - this.#suspendedMs > jitterMs) this.#suspendedMs = suspendedMs;
    return running + this.#suspendedMs;
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

export const ownMachine: Machine = { wall: () => Date.now(), elapsed: elapsedMs };

export interface Moment {
  wall: number;
  elapsed: number;
}

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
