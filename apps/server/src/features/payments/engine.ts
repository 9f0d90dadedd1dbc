import type { Context } from '../../http/context.ts';

/** What the payment engine works with, be it for a call or for a job. */
export interface Engine extends Pick<Context, 'tenant' | 'db' | 'clock' | 'log'> {
  /** How long a charge may stay invisible at a provider, in milliseconds. */
  visibilityMs: number;
}

/** How long an attempt waits for its customer (decision P4.9). */
export const attemptLifeMs = 90 * 60_000;
