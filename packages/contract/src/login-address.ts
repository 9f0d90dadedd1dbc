import { z } from 'zod';
import { call } from './call.ts';
import { Done, EmailAddress } from './common.ts';
import { longestPassword } from './password-policy.ts';

const ConfirmationToken = z.string().min(1).max(100);

export const SignInDetails = z.object({
  /** The address that the session's login is named by; null where a provider of single sign-on told none. */
  email: z.string().nullable(),
  /** Whether it has a password; else its owner signs in through a provider only, and neither can be changed here. */
  hasPassword: z.boolean(),
  /** Whether its owner has shown that mails arrive there. */
  isConfirmed: z.boolean(),
  /** An address that takes its place once the link that went there is opened; null where none waits. */
  pendingEmail: z.string().nullable(),
});
export type SignInDetails = z.output<typeof SignInDetails>;

export const getSignInDetails = call({
  name: 'getSignInDetails',
  summary: 'How whoever is signed in signs in',
  method: 'GET',
  path: 'portal/login-address',
  access: 'account',
  staff: 'no',
  answer: SignInDetails,
});

/**
 * Sends a link to the new address; until it is opened nothing changes. The answer is the same for an address that
 * somebody else signs in with: only its owner is told, by mail.
 * Errors: WRONG_PASSWORD, TOO_MANY_REQUESTS.
 */
export const changeLoginAddress = call({
  name: 'changeLoginAddress',
  summary: 'Ask for another e-mail address to sign in with',
  method: 'POST',
  path: 'portal/login-address',
  access: 'account',
  body: z.strictObject({ email: EmailAddress, currentPassword: z.string().min(1).max(longestPassword) }),
  answer: Done,
});

/** Errors: TOO_MANY_REQUESTS. */
export const sendConfirmationAgain = call({
  name: 'sendConfirmationAgain',
  summary: 'Send the link that confirms the address once more',
  method: 'POST',
  path: 'portal/login-address/send-again',
  access: 'account',
  answer: Done,
});

/** Looks at a link and spends nothing. Errors: INVALID_TOKEN. */
export const validateConfirmation = call({
  name: 'validateConfirmation',
  summary: 'Which address the link of a mail confirms',
  method: 'GET',
  path: 'portal/confirm-address/:token',
  access: 'key:mail-link',
  params: z.object({ token: ConfirmationToken }),
  answer: z.object({
    email: z.string(),
    /** Whether it takes the place of another address; otherwise it is the login's already. */
    isChange: z.boolean(),
  }),
});

/** Works once. Errors: INVALID_TOKEN, EMAIL_IN_USE where somebody else has signed up with the address meanwhile. */
export const confirmAddress = call({
  name: 'confirmAddress',
  summary: 'Confirm an address by the link of a mail',
  method: 'POST',
  path: 'portal/confirm-address',
  access: 'key:mail-link',
  body: z.strictObject({ token: ConfirmationToken }),
  answer: Done,
});
