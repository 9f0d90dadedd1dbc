import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Done, EmailAddress } from '../shared/common.ts';
import { longestPassword } from '../tenant/password-policy.ts';
import { type FileErrors, limited } from '../shared/shared-errors.ts';

const ConfirmationToken = z.string().min(1).max(100);

export const SignInDetails = z.object({
  /**
   * The e-mail address of the session's login. Null if its single sign-on provider gave none, or if somebody else has
   * proven the one that it claimed.
   */
  email: z.string().nullable(),
  /** False if its owner signs in only through a provider. Then neither address nor password can change here. */
  hasPassword: z.boolean(),
  /** True if its owner has proven that mails arrive there. */
  isConfirmed: z.boolean(),
  /** A new address that replaces it when the mailed link is opened. Null if no change is pending. */
  pendingEmail: z.string().nullable(),
});
export type SignInDetails = z.output<typeof SignInDetails>;

export const getSignInDetails = call({
  name: 'getSignInDetails',
  summary: 'Get the sign-in details of the signed-in user',
  method: 'GET',
  path: 'portal/login-address',
  access: 'account',
  staff: 'no',
  answer: SignInDetails,
});

/**
 * Sends a link to the new address. Nothing changes until it is opened. The answer is the same if somebody else signs
 * in with the address: only its owner learns that, by mail.
 */
export const changeLoginAddress = call({
  name: 'changeLoginAddress',
  summary: 'Request another e-mail address for signing in',
  method: 'POST',
  path: 'portal/login-address',
  access: 'account',
  body: z.strictObject({ email: EmailAddress, currentPassword: z.string().min(1).max(longestPassword) }),
  answer: Done,
});

export const sendConfirmationAgain = call({
  name: 'sendConfirmationAgain',
  summary: 'Mail the link that confirms the address again',
  method: 'POST',
  path: 'portal/login-address/send-again',
  access: 'account',
  answer: Done,
});

/** Reads a link without using it up. */
export const validateConfirmation = call({
  name: 'validateConfirmation',
  summary: 'Get the address that a mailed link confirms',
  method: 'GET',
  path: 'portal/confirm-address/:token',
  access: 'key:mail-link',
  params: z.object({ token: ConfirmationToken }),
  answer: z.object({
    email: z.string(),
    /** True if it replaces another address. Otherwise the login has it already. */
    isChange: z.boolean(),
    /** False if the reader is signed in with this login. */
    needsPassword: z.boolean(),
  }),
});

/**
 * Works once, for somebody who is signed in with the login or gives its password: the mail may have gone to a
 * stranger. EMAIL_IN_USE: somebody else has registered with the address since.
 */
export const confirmAddress = call({
  name: 'confirmAddress',
  summary: 'Confirm an address with a mailed link',
  method: 'POST',
  path: 'portal/confirm-address',
  access: 'key:mail-link',
  body: z.strictObject({
    token: ConfirmationToken,
    /** The login's password, if nobody is signed in with it. */
    password: z.string().min(1).max(longestPassword).optional(),
  }),
  answer: Done,
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  codes: {
    EMAIL_IN_USE: 409,
  },
  calls: {
    changeLoginAddress: ['WRONG_PASSWORD', 'EMAIL_IN_USE', ...limited],
    sendConfirmationAgain: limited,
    validateConfirmation: ['INVALID_TOKEN'],
    confirmAddress: ['INVALID_TOKEN', 'WRONG_PASSWORD', 'EMAIL_IN_USE', ...limited],
  },
} as const satisfies FileErrors;
