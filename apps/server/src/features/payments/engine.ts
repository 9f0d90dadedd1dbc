import type { Context } from '../../http/context.ts';

/** What the payment engine works with, be it for a call or for a job. */
export interface Engine extends Pick<Context, 'tenant' | 'db' | 'clock' | 'log'> {
  /** How long a charge may stay invisible at a provider, in milliseconds. */
  visibilityMs: number;
}

const minute = 60_000;

/** How long an attempt waits for its customer (decision P4.9). */
export const attemptLifeMs = 90 * minute;

/** The longest that a page on which the customer pays is open by a link, or where its provider can't close it. */
export const pageLifeMs = 15 * minute;
