import { z } from 'zod';
import { call } from './call.ts';
import { Done, Guid } from './common.ts';

export const Credentials = z.strictObject({
  /** The login's e-mail address; blanks around it and case don't matter. */
  userName: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(128),
  rememberMe: z.boolean().default(true),
});

/** Who is signed in (LOGIN-5); `userId` and `accountGuid` are null for a visitor. */
export const UserSession = z.object({
  isAuthenticated: z.boolean(),
  isAccountUser: z.boolean(),
  userId: z.number().int().nullable(),
  accountGuid: Guid.nullable(),
  /** A random name of this sign-in, for what is shown once per session. Opens nothing. */
  sessionName: z.string().nullable(),
  /** When staff who view this portal have to stop; null for its own customer and for a visitor. */
  viewingUntil: z.iso.datetime().nullable(),
});
export type UserSession = z.output<typeof UserSession>;

export const SessionAnswer = z.object({ userSession: UserSession });

/** Errors: InvalidOperationException (wrong login), AuthenticationException (locked), TOO_MANY_REQUESTS. */
export const signIn = call({
  name: 'signIn',
  summary: 'Sign in with e-mail and password',
  method: 'POST',
  path: 'auth/credentials',
  access: 'public',
  passwordFor: 'login',
  body: Credentials,
  answer: SessionAnswer,
});

/**
 * Signs in to the account of an order, as `signIn` does and under the same limits. Errors: InvalidOperationException
 * for a wrong password, an unknown account and one that nobody signs in to; AuthenticationException (locked),
 * TOO_MANY_REQUESTS.
 */
export const signInFromQuickPay = call({
  name: 'signInFromQuickPay',
  summary: 'Sign in with the password alone, to the account of an order',
  method: 'POST',
  path: 'quick-pay/portal/login',
  access: 'public',
  passwordFor: 'login',
  body: z.strictObject({ password: z.string().min(1).max(128), accountGuid: Guid }),
  answer: SessionAnswer,
});

export const getSession = call({
  name: 'getSession',
  summary: 'Who is signed in, if anyone',
  method: 'GET',
  path: 'getSession',
  access: 'public',
  answer: SessionAnswer,
});

export const getAuthSession = call({ ...getSession, name: 'getAuthSession', path: 'auth/session' });

export const signOut = call({
  name: 'signOut',
  summary: 'End the session on the server; refused where the browser says the request is cross-site',
  method: 'GET',
  path: 'auth/logout',
  access: 'public',
  answer: Done,
});

export const signOutByPost = call({ ...signOut, name: 'signOutByPost', method: 'POST' });

export const SessionEnd = z.object({
  /** Until the session ends if nothing is asked of it; null where nobody is signed in. Seconds, for clocks differ. */
  secondsLeft: z.number().int().positive().nullable(),
  /** Whether `extendSession` puts the end off; otherwise the session has come to the longest that it may last. */
  canBeExtended: z.boolean(),
});
export type SessionEnd = z.output<typeof SessionEnd>;

/** Asking doesn't put the end off (decision C4.3). */
export const getSessionEnd = call({
  name: 'getSessionEnd',
  summary: 'How long the session goes on by itself',
  method: 'GET',
  path: 'auth/session/end',
  access: 'public',
  keepsSessionAwake: false,
  answer: SessionEnd,
});

export const extendSession = call({
  name: 'extendSession',
  summary: 'Stay signed in',
  method: 'POST',
  path: 'auth/session/extend',
  access: 'account',
  staff: 'read',
  answer: SessionEnd,
});

/**
 * For what asks for it again: paying and changing an e-mail address, after 12 hours (decision C4.3).
 * Errors: WRONG_PASSWORD, TOO_MANY_REQUESTS where the login is locked.
 */
export const confirmPassword = call({
  name: 'confirmPassword',
  summary: 'Prove again who is signed in, by the password',
  method: 'POST',
  path: 'auth/confirm',
  access: 'account',
  body: z.strictObject({ password: z.string().min(1).max(128) }),
  answer: Done,
});

/** For a registered account the token is an opaque id of that account and opens no registration (decision S9). */
export const getRenewalTokenByUserId = call({
  name: 'getRenewalTokenByUserId',
  summary: "The session's account and its renewal token",
  method: 'GET',
  path: 'portal/renewalTokenByUserId',
  access: 'account',
  query: z.object({ userId: z.coerce.number().int() }),
  answer: z.object({ accountGuid: Guid, renewalToken: z.string() }),
});
