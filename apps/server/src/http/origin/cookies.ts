import { apiBase } from '@quayside/contract/shared/call.ts';
import type { FastifyReply } from 'fastify';
import type { ResponseCookies } from '../context.ts';
import {
  clearOwnCookie,
  deviceCookie,
  payerCookie,
  sessionCookie,
  setOwnCookie,
  signerCookie,
  signOnCookie,
} from './cookie-names.ts';

/**
 * Returns the functions with which handlers set cookies. They are Lax and not Strict, because they must be sent when
 * a provider sends the browser back.
 */
export function responseCookies(reply: FastifyReply, secure: boolean): ResponseCookies {
  const set = (name: string, value: string, maxAge: number) => setOwnCookie(reply, name, value, { secure, maxAge });
  return {
    setSession: (token, maxAge) =>
      setOwnCookie(reply, sessionCookie, token, { secure, ...(maxAge === null ? {} : { maxAge }) }),
    clearSession: () => clearOwnCookie(reply, sessionCookie, secure),
    setSignOn: (token, maxAge) => set(signOnCookie, token, maxAge),
    clearSignOn: () => clearOwnCookie(reply, signOnCookie, secure),
    // The path belongs to one agreement, because the same browser may sign several.
    setSigner: (guid, key, maxAge) =>
      setOwnCookie(reply, signerCookie, key, { secure, path: `${apiBase}agreement/${guid}/download`, maxAge }),
    setPayer: (token, maxAge) => set(payerCookie, token, maxAge),
    setDevice: (token, maxAge) => set(deviceCookie, token, maxAge),
    // Not "storage" or "cookies": the language and the tab's tenant survive a sign-out. The portal clears its own
    // data.
    clearSiteData: () => void reply.header('clear-site-data', '"cache"'),
  };
}
