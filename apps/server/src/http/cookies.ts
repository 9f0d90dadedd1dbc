import type { FastifyReply } from 'fastify';
import { sessionCookie } from '../features/identity/sessions.ts';
import type { ResponseCookies } from './context.ts';

/** The session's cookie: not for scripts, not sent along by other sites' posts, and over TLS nowhere else. */
export function responseCookies(reply: FastifyReply, secure: boolean): ResponseCookies {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    setSession: (token, maxAge) =>
      void reply.setCookie(sessionCookie, token, { ...options, ...(maxAge === null ? {} : { maxAge }) }),
    clearSession: () => void reply.clearCookie(sessionCookie, options),
    // Not "storage" or "cookies": the language and the tab's tenant outlive a sign-out. The portal clears its own.
    clearSiteData: () => void reply.header('clear-site-data', '"cache"'),
  };
}
