import { z } from 'zod';
import { call, type RedirectAnswer } from './call.ts';
import { Guid } from './common.ts';
import { SessionAnswer } from './identity.ts';
import { RenewalToken } from './registration.ts';
import { AuthType } from './tenant.ts';

/** The value of `f` in the portal's address, by which it is told why single sign-on came to nothing. */
export type SignOnRefusal =
  /** Nobody here has this identity. */
  | 'refused'
  /** The provider is down, or too late. */
  | 'unavailable'
  /** The customer changed their mind at the provider's. */
  | 'cancelled'
  /** What the provider said is not to be believed. */
  | 'untrusted'
  /** It was begun too long ago, in another browser, or is over. */
  | 'expired'
  /** The registration code opens nothing. */
  | 'code'
  /** The code's account has a login already. */
  | 'registered'
  /** The identity opens another account here. */
  | 'taken'
  /** Too many tries from one network. */
  | 'busy';

const params = z.object({ providerKey: z.string().min(1).max(60) });
const elsewhere: RedirectAnswer = { redirects: true };

/**
 * Where the portal's buttons lead. With `renewalToken` and `accountGuid` it registers that account, without them it
 * signs in. Failures come back to the portal as `f`.
 */
export const startSignOn = call({
  name: 'startSignOn',
  summary: 'Go to a provider of single sign-on',
  method: 'GET',
  path: 'auth/:providerKey',
  access: 'public',
  params,
  query: z.object({
    portal: z.literal('true').default('true'),
    renewalToken: RenewalToken.optional(),
    accountGuid: Guid.optional(),
    /** Missing: `login`; with a code it is always `register`. */
    authType: AuthType.optional(),
  }),
  answer: elsewhere,
});

/** What a provider answers. */
const answered = {
  code: z.string().max(4_096).optional(),
  state: z.string().max(200).optional(),
  iss: z.string().max(500).optional(),
  error: z.string().max(200).optional(),
};

/**
 * A provider whose settings ask for `form_post` has its own page send the answer (Apple does). The browser sends no cookie
 * of ours along with another site's form, so it decides nothing: where the state is one of a visit that goes on, it leads to
 * the next call, which has the cookie. Fields that a provider adds, such as Apple's `user`, are left out.
 */
export const receiveSignOn = call({
  name: 'receiveSignOn',
  summary: 'Take the answer of a provider of single sign-on that posts it',
  method: 'POST',
  path: 'auth/:providerKey/callback',
  access: 'public',
  fromAnySite: true,
  takesForm: true,
  params,
  body: z.object(answered),
  answer: elsewhere,
});

/** Where a provider sends the browser back to. The transaction that the browser holds decides (decision C2.26). */
export const finishSignOn = call({
  name: 'finishSignOn',
  summary: 'Come back from a provider of single sign-on',
  method: 'GET',
  path: 'auth/:providerKey/callback',
  access: 'public',
  params,
  query: z.object(answered),
  answer: elsewhere,
});

/**
 * Links the identity that a provider has just vouched for to the login with the same, verified e-mail address, whose
 * password proves that they are one person's, and signs in (decision C2.26).
 * Errors: WRONG_PASSWORD, SIGN_ON_EXPIRED, TOO_MANY_REQUESTS while the login is locked.
 */
export const confirmSignOn = call({
  name: 'confirmSignOn',
  summary: 'Prove by the password that a login and an identity are the same person’s',
  method: 'POST',
  path: 'auth/:providerKey/confirm',
  access: 'public',
  params,
  body: z.strictObject({ password: z.string().min(1).max(128) }),
  answer: SessionAnswer,
});
