import { apiBase } from '@quayside/contract/call.ts';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sessionCookie } from '../features/identity/sessions.ts';

/** Keeps for the browser session which marina `?tenant=` named. */
export const tenantCookie = 'quayside_tenant';
export const signOnCookie = 'quayside_sign_on';
export const signerCookie = 'quayside_signer';
export const payerCookie = 'quayside_payer';
export const deviceCookie = 'quayside_device';

/** How long a session's cookie of the old name is kept under the new one, in seconds; the session may end sooner. */
const carriedOver = 14 * 24 * 60 * 60;

/** Where each is sent; undefined: to the address that it is set at. */
const paths: Record<string, string | undefined> = {
  [sessionCookie]: '/',
  [tenantCookie]: '/',
  [signOnCookie]: `${apiBase}auth/`,
  [signerCookie]: undefined,
  [payerCookie]: apiBase,
  [deviceCookie]: apiBase,
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Over TLS: a session's cookie of the old name, where there is none of the new. Anybody may have planted it. */
    oldSession: { token: string; keep: () => void } | null;
  }
}

/**
 * What a cookie is called. Over TLS its name makes browsers refuse it from anybody but this very host: another host of
 * the domain, or somebody on the line without TLS, could otherwise give a customer a session of their own.
 */
export function nameOf(name: string, secure: boolean): string {
  if (!secure) return name;
  return paths[name] === '/' ? `__Host-${name}` : `__Secure-${name}`;
}

/** Sets a cookie of ours: not for scripts, not sent along by other sites' posts, and over TLS nowhere else. */
export function setOwnCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  { secure, ...own }: CookieSerializeOptions & { secure: boolean },
): void {
  const path = paths[name] ?? '/';
  reply.setCookie(nameOf(name, secure), value, { path, httpOnly: true, sameSite: 'lax', secure, ...own });
}

export function clearOwnCookie(reply: FastifyReply, name: string, secure: boolean): void {
  const path = paths[name] ?? '/';
  reply.clearCookie(nameOf(name, secure), { path, httpOnly: true, sameSite: 'lax', secure });
}

/**
 * Lets everybody else read a cookie by its plain name, whatever it is called on the way. Over TLS one of the plain name
 * counts for nothing and is taken away: a host beside ours could have planted it, and given a customer its own session,
 * visit or pay links. A session's is remembered, for `takeOldSession` to look at.
 */
export function readOwnCookies(app: FastifyInstance): void {
  app.decorateRequest('oldSession', null);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.protocol === 'https') for (const name of Object.keys(paths)) readOwn(request, reply, name);
    done();
  });
}

function readOwn(request: FastifyRequest, reply: FastifyReply, name: string): void {
  const { cookies } = request;
  const old = cookies[name];
  const current = cookies[nameOf(name, true)];
  delete cookies[name];
  if (current !== undefined) cookies[name] = current;
  if (old === undefined) return;
  reply.clearCookie(name, { path: paths[name] ?? request.url.replace(/[?#].*$/s, '') });
  if (name !== sessionCookie || current !== undefined) return;
  const keep = () => setOwnCookie(reply, name, old, { secure: true, maxAge: carriedOver });
  request.oldSession = { token: old, keep };
}
