import type { Context } from '../../../http/context.ts';
import { minute } from '../../../lib/time/durations.ts';

/** The things that the payment engine uses, in a call or a job. */
export interface Engine extends Pick<Context, 'tenant' | 'db' | 'clock' | 'log'> {
  /** The longest time that a charge may stay invisible at a provider, in milliseconds. */
  visibilityMs: number;
}

/** The time for which an attempt waits for its customer (decision P4.9). */
export const attemptLifeMs = 90 * minute;

/** The longest time that a page with payment is open: by a link, or if its provider can't close it. */
export const pageLifeMs = 15 * minute;
