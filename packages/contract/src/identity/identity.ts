import { z } from 'zod';
import { call } from '../shared/call.ts';
import { addressNumber, Done, Guid } from '../shared/common.ts';
import { type FileErrors, limited } from '../shared/shared-errors.ts';

export const Credentials = z.strictObject({
  /** The login's e-mail address. Spaces around it and case don't matter. */
  userName: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(128),
  rememberMe: z.boolean().default(true),
});

/** The signed-in user (LOGIN-5). `userId` and `accountGuid` are null for a visitor. */
export const UserSession = z.object({
  isAuthenticated: z.boolean(),
  isAccountUser: z.boolean(),
  userId: z.number().int().nullable(),
  accountGuid: Guid.nullable(),
  /** A random name of this sign-in, for notices that appear once a session. It opens nothing. */
  sessionName: z.string().nullable(),
  /** The time when staff who view this portal must stop. Null for the customer and for a visitor. */
  viewingUntil: z.iso.datetime().nullable(),
});
export type UserSession = z.output<typeof UserSession>;

export const SessionAnswer = z.object({ userSession: UserSession });

/** InvalidOperationException: the login is wrong. AuthenticationException: it is locked. */
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
 * Signs in to the account of an order, with the same limits as `signIn`.
 * Errors: InvalidOperationException for a wrong password, an unknown account and an account without a login;
 * AuthenticationException (locked), TOO_MANY_REQUESTS.
 */
export const signInFromQuickPay = call({
  name: 'signInFromQuickPay',
  summary: 'Sign in to the account of an order with the password alone',
  method: 'POST',
  path: 'quick-pay/portal/login',
  access: 'public',
  passwordFor: 'login',
  body: z.strictObject({ password: z.string().min(1).max(128), accountGuid: Guid }),
  answer: SessionAnswer,
});

export const getSession = call({
  name: 'getSession',
  summary: 'Get the session',
  method: 'GET',
  path: 'getSession',
  access: 'public',
  answer: SessionAnswer,
});

export const getAuthSession = call({ ...getSession, name: 'getAuthSession', path: 'auth/session' });

export const signOut = call({
  name: 'signOut',
  summary: 'End the session; refused if the browser says that the request is cross-site',
  method: 'GET',
  path: 'auth/logout',
  access: 'public',
  answer: Done,
});

export const signOutByPost = call({ ...signOut, name: 'signOutByPost', method: 'POST' });

export const SessionEnd = z.object({
  /** Seconds until the session ends without activity. Null for a visitor. It is a duration, because clocks differ. */
  secondsLeft: z.number().int().positive().nullable(),
  /** True if `extendSession` can move the end. Otherwise the session has reached its maximum length. */
  canBeExtended: z.boolean(),
});
export type SessionEnd = z.output<typeof SessionEnd>;

/** Asking doesn't prolong the session (decision C4.3). */
export const getSessionEnd = call({
  name: 'getSessionEnd',
  summary: 'Get the time that is left of the session',
  method: 'GET',
  path: 'auth/session/end',
  access: 'public',
  keepsSessionAwake: false,
  answer: SessionEnd,
});

export const extendSession = call({
  name: 'extendSession',
  summary: 'Extend the session',
  method: 'POST',
  path: 'auth/session/extend',
  access: 'account',
  staff: 'read',
  answer: SessionEnd,
});

/**
 * Proves the password again. Paying and changing an e-mail address need it 12 hours after the last proof (decision
 * C4.3).
 * Errors: WRONG_PASSWORD, TOO_MANY_REQUESTS if the login is locked.
 */
export const confirmPassword = call({
  name: 'confirmPassword',
  summary: 'Confirm the password of the signed-in user',
  method: 'POST',
  path: 'auth/confirm',
  access: 'account',
  body: z.strictObject({ password: z.string().min(1).max(128) }),
  answer: Done,
});

/** For a registered account, the token is an opaque id of that account and opens no registration (decision S9). */
export const getRenewalTokenByUserId = call({
  name: 'getRenewalTokenByUserId',
  summary: "Get the session's account and its renewal token",
  method: 'GET',
  path: 'portal/renewalTokenByUserId',
  access: 'account',
  query: z.object({ userId: addressNumber(z.int()) }),
  answer: z.object({ accountGuid: Guid, renewalToken: z.string() }),
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  codes: {
    InvalidOperationException: 401,
    AuthenticationException: 401,
    WRONG_PASSWORD: 400,
  },
  calls: {
    signIn: ['InvalidOperationException', 'AuthenticationException', ...limited],
    signInFromQuickPay: ['InvalidOperationException', 'AuthenticationException', ...limited],
    signOut: ['FOREIGN_ORIGIN'],
    confirmPassword: ['WRONG_PASSWORD', ...limited],
    getRenewalTokenByUserId: ['NOT_FOUND'],
  },
} as const satisfies FileErrors;
