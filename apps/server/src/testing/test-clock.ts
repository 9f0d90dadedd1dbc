import type { Clock } from '../http/context.ts';

/** A clock that stands still until it is set. It begins on a Saturday morning in May 2026. */
export class TestClock implements Clock {
  #now = new Date('2026-05-16T09:00:00Z');
  /** The waits so far, in milliseconds, one entry each. Nothing really waits. */
  readonly pauses: number[] = [];

  isTrusted = true;

  now(): Date {
    return new Date(this.#now);
  }

  pause(ms: number): Promise<void> {
    this.pauses.push(ms);
    return Promise.resolve();
  }

  /** Sets the clock. @param instant such as `2026-10-25T00:30:00Z` */
  set(instant: string): void {
    this.#now = new Date(instant);
  }

  advance({
    days = 0,
    hours = 0,
    minutes = 0,
    seconds = 0,
  }: Partial<Record<'days' | 'hours' | 'minutes' | 'seconds', number>>): void {
    const ms = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
    this.#now = new Date(this.#now.getTime() + ms);
  }
}
