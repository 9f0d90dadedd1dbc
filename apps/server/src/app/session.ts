import type { Call } from '@quayside/contract/shared/call.ts';
import { signOut, signOutByPost } from '@quayside/contract/identity/identity.ts';
import type { FastifyRequest } from 'fastify';
import type { TenantDb } from '../db/client.ts';
import { endPlainSession, findSession } from '../features/identity/identity.exports.ts';
import type { Clock, Session, Tenant } from '../http/context.ts';
import { sessionCookie } from '../http/origin/cookie-names.ts';
import { CallError } from '../http/errors.ts';
import { hashToken } from '../lib/secrets/secret-token.ts';

/**
 * Loads the session of the request's cookie, if it is valid for this tenant. A session of another tenant counts as
 * none. If its account was closed since, a call that needs an account refuses it, and others treat it as a visitor's.
 *
 * Over TLS a session that was opened without TLS ends, whatever its cookie's name: somebody on the network could have
 * planted it, and the customer would work in that person's account.
 */
export async function loadSession(
  request: FastifyRequest,
  call: Call,
  db: TenantDb,
  tenant: Tenant,
  clock: Clock,
): Promise<Session | null> {
  if (request.oldSession) await endPlainSession(db, tenant.id, hashToken(request.oldSession), clock.now());
  const token = request.cookies[sessionCookie];
  if (!token) return null;
  const session = await findSession(db, tenant.id, token, clock.now(), call.keepsSessionAwake);
  if (session && !session.isOpenedOverTls && request.protocol === 'https') {
    await endPlainSession(db, tenant.id, session.tokenHash, clock.now());
    return null;
  }
  if (!session?.accountClosed) return session;
  if (call.name === signOut.name || call.name === signOutByPost.name) return session;
  if (call.access === 'account') throw new CallError('ACCOUNT_CLOSED');
  return null;
}
