import { apiBase } from '@quayside/contract/call.ts';
import type { FastifyReply } from 'fastify';
import { sessionCookie } from '../features/identity/sessions.ts';
import type { ResponseCookies } from './context.ts';

export const signOnCookie = 'quayside_sign_on';
export const signerCookie = 'quayside_signer';
export const payerCookie = 'quayside_payer';
export const deviceCookie = 'quayside_device';

/** The session's cookie: not for scripts, not sent along by other sites' posts, and over TLS nowhere else. */
export function responseCookies(reply: FastifyReply, secure: boolean): ResponseCookies {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  // Lax, not strict: it has to be there when a provider sends the browser back.
  const signOn = { ...options, path: `${apiBase}auth/` };
  return {
    setSession: (token, maxAge) =>
      void reply.setCookie(sessionCookie, token, { ...options, ...(maxAge === null ? {} : { maxAge }) }),
    clearSession: () => void reply.clearCookie(sessionCookie, options),
    setSignOn: (token, maxAge) => void reply.setCookie(signOnCookie, token, { ...signOn, maxAge }),
    clearSignOn: () => void reply.clearCookie(signOnCookie, signOn),
    // Of one agreement: the same browser may sign several.
    setSigner: (guid, key, maxAge) =>
      void reply.setCookie(signerCookie, key, { ...options, path: `${apiBase}agreement/${guid}/download`, maxAge }),
    setPayer: (token, maxAge) => void reply.setCookie(payerCookie, token, { ...options, path: apiBase, maxAge }),
    setDevice: (token, maxAge) => void reply.setCookie(deviceCookie, token, { ...options, path: apiBase, maxAge }),
    // Not "storage" or "cookies": the language and the tab's tenant outlive a sign-out. The portal clears its own.
    clearSiteData: () => void reply.header('clear-site-data', '"cache"'),
  };
}
