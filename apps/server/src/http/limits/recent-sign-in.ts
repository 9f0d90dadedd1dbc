import { hour } from '../../lib/time/durations.ts';
import type { PayerContext } from '../context.ts';
import { CallError } from '../errors.ts';

/** Payments and a new e-mail address need a proof of identity that is not older than this (decision C4.3). */
const recentMs = 12 * hour;

/**
 * Refuses a session whose owner proved too long ago who they are. `recentSignIn` of a call does it for the whole call.
 * A handler uses this only if the call's input decides.
 * @throws CallError AUTHENTICATION_TOO_OLD after twelve hours
 */
export function requireRecentSignIn({ session, clock }: Pick<PayerContext, 'session' | 'clock'>): void {
  if (session && clock.now().getTime() - session.authenticatedAt.getTime() > recentMs)
    throw new CallError('AUTHENTICATION_TOO_OLD');
}
