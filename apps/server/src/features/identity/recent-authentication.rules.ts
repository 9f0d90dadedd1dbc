import type { PayerContext } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';

/** Decision C4.3. */
const recentMs = 12 * 60 * 60_000;

/**
 * Protects acts that a session must not do if it was left open: paying, and changing an e-mail address. A payer by a
 * link has no session.
 * @throws CallError AUTHENTICATION_TOO_OLD if the owner proved who they are more than twelve hours ago
 */
export function requireRecentAuthentication({ session, clock }: Pick<PayerContext, 'session' | 'clock'>): void {
  if (session && clock.now().getTime() - session.authenticatedAt.getTime() > recentMs)
    throw new CallError('AUTHENTICATION_TOO_OLD');
}
