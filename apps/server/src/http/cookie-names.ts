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

const day = 24 * 60 * 60;

interface CookieKind {
  /** undefined: of the address that it is sent to. */
  path: string | undefined;
  /** How long one of the old name is kept under the new one, in seconds; what it opens may end sooner. */
  carriedOver: number;
}

const kinds: Record<string, CookieKind> = {
  [sessionCookie]: { path: '/', carriedOver: 14 * day },
  [tenantCookie]: { path: '/', carriedOver: day },
  [signOnCookie]: { path: `${apiBase}auth/`, carriedOver: 600 },
  [signerCookie]: { path: undefined, carriedOver: 3_600 },
  [payerCookie]: { path: apiBase, carriedOver: day },
  [deviceCookie]: { path: apiBase, carriedOver: 90 * day },
};

/**
 * What a cookie is called. Over TLS its name makes browsers refuse it from anybody but this very host: another host of
 * the domain, or somebody on the line without TLS, could otherwise give a customer a session of their own.
 */
export function nameOf(name: string, secure: boolean): string {
  if (!secure) return name;
  return kinds[name]?.path === '/' ? `__Host-${name}` : `__Secure-${name}`;
}

/** Sets a cookie of ours: not for scripts, not sent along by other sites' posts, and over TLS nowhere else. */
export function setOwnCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  { secure, ...own }: CookieSerializeOptions & { secure: boolean },
): void {
  const { path = '/' } = kinds[name] ?? {};
  reply.setCookie(nameOf(name, secure), value, { path, httpOnly: true, sameSite: 'lax', secure, ...own });
}

export function clearOwnCookie(reply: FastifyReply, name: string, secure: boolean): void {
  const { path = '/' } = kinds[name] ?? {};
  reply.clearCookie(nameOf(name, secure), { path, httpOnly: true, sameSite: 'lax', secure });
}

/**
 * Lets everybody else read a cookie by its plain name, whatever it is called on the way. One of the old name is taken
 * once, where there is none of the new: it is sent back under the new name, and the old one is gone.
 */
export function readOwnCookies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.protocol === 'https') for (const name of Object.keys(kinds)) readOwn(request, reply, name);
    done();
  });
}

function readOwn(request: FastifyRequest, reply: FastifyReply, name: string): void {
  const { cookies } = request;
  const old = cookies[name];
  const current = cookies[nameOf(name, true)];
  if (current !== undefined) cookies[name] = current;
  if (old === undefined) return;
  const { path = request.url.replace(/[?#].*$/s, ''), carriedOver = 0 } = kinds[name] ?? {};
  reply.clearCookie(name, { path });
  if (current === undefined) setOwnCookie(reply, name, old, { secure: true, path, maxAge: carriedOver });
}
