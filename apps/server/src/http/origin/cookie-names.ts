import { apiBase } from '@quayside/contract/shared/call.ts';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export const sessionCookie = 'quayside_session';
/** Keeps the marina of `?tenant=` for the browser session. */
export const tenantCookie = 'quayside_tenant';
export const signOnCookie = 'quayside_sign_on';
export const signerCookie = 'quayside_signer';
export const payerCookie = 'quayside_payer';
export const deviceCookie = 'quayside_device';
/** Keeps what was typed into a form without scripts, from its refusal until the form's page is open again. */
export const typedCookie = 'quayside_typed';

/** The path of each cookie; undefined: the address that sets it. */
const paths: Record<string, string | undefined> = {
  [sessionCookie]: '/',
  [tenantCookie]: '/',
  [signOnCookie]: `${apiBase}auth/`,
  [signerCookie]: undefined,
  // The document of a pay link opens its order too.
  [payerCookie]: '/',
  [deviceCookie]: apiBase,
  [typedCookie]: '/',
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Over TLS: the token in a session's cookie with the plain name. Anybody may have planted it. */
    oldSession: string | null;
  }
}

/**
 * Returns a cookie's name. Over TLS its prefix makes browsers refuse it from every other host. Otherwise another host
 * of the domain, or somebody on a line without TLS, could give a customer a session of their own.
 */
export function nameOf(name: string, secure: boolean): string {
  if (!secure) return name;
  return paths[name] === '/' ? `__Host-${name}` : `__Secure-${name}`;
}

/** Sets a cookie: hidden from scripts, not sent with posts of other sites, and over TLS sent nowhere else. */
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
 * Lets all other code read a cookie by its plain name, without the prefix. Over TLS a cookie with the plain name is
 * ignored and deleted: a host beside ours could have planted it, and given a customer its own session, visit or pay
 * links. A session's token is remembered for `endPlainSession`.
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
  if (name === sessionCookie) request.oldSession = old;
}
