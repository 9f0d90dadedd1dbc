import { z } from 'zod';
import { call, type RedirectAnswer } from '../shared/call.ts';
import { Guid } from '../shared/common.ts';
import { SessionAnswer } from './identity.ts';
import { RenewalToken } from './registration.ts';
import { AuthType } from '../tenant/tenant.ts';
import { type FileErrors, limited } from '../shared/shared-errors.ts';

/** The value of `f` in the portal's address: the reason why single sign-on failed. */
export type SignOnRefusal =
  /** No login here has this identity. */
  | 'refused'
  /** The provider is down or too slow. */
  | 'unavailable'
  /** The customer cancelled on the provider's page. */
  | 'cancelled'
  /** The provider's answer can't be trusted. */
  | 'untrusted'
  /** It started too long ago or in another browser, or it is already finished. */
  | 'expired'
  /** The registration code is not valid. */
  | 'code'
  /** The code's account already has a login. */
  | 'registered'
  /** The identity belongs to another account here. */
  | 'taken'
  /** Too many tries from one network. */
  | 'busy';

const params = z.object({ providerKey: z.string().min(1).max(60) });
const elsewhere: RedirectAnswer = { redirects: true };

/**
 * The target of the portal's sign-on buttons. With `renewalToken` and `accountGuid` it registers that account,
 * without them it signs in. Failures return to the portal as `f`.
 */
export const startSignOn = call({
  name: 'startSignOn',
  summary: 'Redirect to a single sign-on provider',
  method: 'GET',
  path: 'auth/:providerKey',
  access: 'public',
  params,
  query: z.object({
    portal: z.literal('true').default('true'),
    renewalToken: RenewalToken.optional(),
    accountGuid: Guid.optional(),
    /** Default: `login`. With a code it is always `register`. */
    authType: AuthType.optional(),
  }),
  answer: elsewhere,
});

/** The provider's answer. */
const answered = {
  code: z.string().max(4_096).optional(),
  state: z.string().max(200).optional(),
  iss: z.string().max(500).optional(),
  error: z.string().max(200).optional(),
};

/**
 * Takes the answer of a provider whose settings ask for `form_post`: the provider's own page posts it (Apple does).
 * The browser sends none of our cookies with another site's form, so this call decides nothing. If the state
 * belongs to an open visit, it redirects to the next call, which gets the cookie. Fields that a provider adds, such
 * as Apple's `user`, are left out.
 */
export const receiveSignOn = call({
  name: 'receiveSignOn',
  summary: 'Receive the posted answer of a single sign-on provider',
  method: 'POST',
  path: 'auth/:providerKey/callback',
  access: 'public',
  fromAnySite: true,
  takesForm: true,
  params,
  body: z.object(answered),
  answer: elsewhere,
});

/**
 * The address that a provider sends the browser back to. The transaction in the browser's cookie decides (decision
 * C2.26).
 */
export const finishSignOn = call({
  name: 'finishSignOn',
  summary: 'Receive the answer of a single sign-on provider',
  method: 'GET',
  path: 'auth/:providerKey/callback',
  access: 'public',
  params,
  query: z.object(answered),
  answer: elsewhere,
});

/**
 * Links the identity that a provider has just confirmed to the login with the same, verified e-mail address, and signs
 * in. The login's password proves that both belong to one person (decision C2.26).
 */
export const confirmSignOn = call({
  name: 'confirmSignOn',
  summary: 'Link an identity to a login by its password',
  method: 'POST',
  path: 'auth/:providerKey/confirm',
  access: 'public',
  params,
  body: z.strictObject({ password: z.string().min(1).max(128) }),
  answer: SessionAnswer,
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  codes: {
    SIGN_ON_EXPIRED: 410,
  },
  calls: {
    startSignOn: limited,
    confirmSignOn: ['WRONG_PASSWORD', 'SIGN_ON_EXPIRED', ...limited],
  },
} as const satisfies FileErrors;
