import type { Call } from '@quayside/contract/call.ts';
import { signOut, signOutByPost } from '@quayside/contract/identity.ts';
import type { FastifyRequest } from 'fastify';
import type { TenantDb } from '../db/client.ts';
import { findSession, takeOldSession } from '../features/identity/sessions.ts';
import type { Clock, Session, Tenant } from '../http/context.ts';
import { sessionCookie } from '../http/cookie-names.ts';
import { CallError } from '../http/errors.ts';

/**
 * Loads the session of the request's cookie, if it is valid for this tenant. A session of another tenant counts as
 * none. If its account was closed since, a call that needs an account refuses it, and others treat it as a visitor's.
 */
export async function loadSession(
  request: FastifyRequest,
  call: Call,
  db: TenantDb,
  tenant: Tenant,
  clock: Clock,
): Promise<Session | null> {
  const token = request.cookies[sessionCookie] ?? (await takeOldCookie(request, db, tenant, clock));
  if (!token) return null;
  const session = await findSession(db, tenant.id, token, clock.now(), call.keepsSessionAwake);
  if (!session?.accountClosed) return session;
  if (call.name === signOut.name || call.name === signOutByPost.name) return session;
  if (call.access === 'account') throw new CallError('ACCOUNT_CLOSED');
  return null;
}

/**
 * Takes the token of a cookie with the old name, if it was issued under that name. Its browser then keeps it under
 * the new one.
 */
async function takeOldCookie(
  { oldSession }: FastifyRequest,
  db: TenantDb,
  tenant: Tenant,
  clock: Clock,
): Promise<string | undefined> {
  if (!oldSession || !(await takeOldSession(db, tenant.id, oldSession.token, clock.now()))) return undefined;
  oldSession.keep();
  return oldSession.token;
}
