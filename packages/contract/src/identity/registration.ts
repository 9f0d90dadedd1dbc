import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Done, EmailAddress, Guid } from '../shared/common.ts';
import { NewPassword } from './passwords.ts';
import { type FileErrors, limited, newPassword } from '../shared/shared-errors.ts';

/** A registration code as people type it. Spaces, dashes and case don't matter. */
/** Maximum number of characters. */
export const longestRenewalToken = 60;

export const RenewalToken = z.string().trim().min(1).max(longestRenewalToken);

/** CODE_NOT_FOUND: the code is unknown, expired or was tried too often. */
export const checkRenewalToken = call({
  name: 'checkRenewalToken',
  summary: 'Get the account that a registration code opens',
  method: 'GET',
  path: 'portal/checkRenewalToken',
  access: 'key:code',
  query: z.object({ renewalToken: RenewalToken }),
  answer: z.object({
    /** The code without the characters that people put between its own. */
    renewalToken: z.string(),
    accountGuid: Guid,
    /** The only fact about a person that is revealed before they prove who they are (decision C2.30). */
    firstname: z.string(),
    siteName: z.string(),
  }),
});

/**
 * Gives the code's account a login. The code must be unused and belong to the guid of `account` (decision S6). `email`
 * becomes the login; the account's own e-mail address stays (decision C5.4). If another login claims `email` and never
 * confirmed it, the account's own address signs in until the link in the mail to `email` is opened.
 */
export const registerAccount = call({
  name: 'registerAccount',
  summary: 'Register with a code, an e-mail address and a password',
  method: 'POST',
  path: 'portal/account/register',
  access: 'key:code',
  passwordFor: 'register',
  body: z.strictObject({
    account: z.object({ guid: Guid, renewalToken: RenewalToken, email: EmailAddress }),
    password: NewPassword,
  }),
  answer: Done.extend({
    /** The address that signs in from now on. A copy of the last release leaves it out: then it is `email`. */
    userName: EmailAddress.optional(),
  }),
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  codes: {
    ALREADYREGISTERED: 409,
    CODE_NOT_FOUND: 404,
  },
  calls: {
    checkRenewalToken: ['CODE_NOT_FOUND', 'ALREADYREGISTERED', ...limited],
    registerAccount: ['CODE_NOT_FOUND', 'ALREADYREGISTERED', 'EMAIL_IN_USE', ...newPassword, ...limited],
  },
} as const satisfies FileErrors;
