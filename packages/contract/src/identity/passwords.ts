import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Done, EmailAddress } from '../shared/common.ts';
import { longestPassword } from '../tenant/password-policy.ts';
import { type FileErrors, limited, newPassword } from '../shared/shared-errors.ts';

/** A new password, as typed. The marina's policy decides if it is good enough; see password-policy.ts. */
export const NewPassword = z.string().min(1).max(longestPassword);

const ResetToken = z.string().min(1).max(100);

/** Gives the same answer after the same work, whether or not somebody signs in with the address (REG-6). */
export const requestPasswordReset = call({
  name: 'requestPasswordReset',
  summary: 'Mail a link for a new password',
  method: 'POST',
  path: 'portal/passwordReset',
  access: 'public',
  passwordFor: 'proof',
  body: z.strictObject({ email: EmailAddress }),
  answer: Done,
});

/**
 * Answers the address that the login signs in with, null if it has none. Does not use the link up, because programs
 * that check mails follow its links before the reader does. Error: INVALID_TOKEN.
 */
export const validatePasswordToken = call({
  name: 'validatePasswordToken',
  summary: 'Check a mailed password link',
  method: 'GET',
  path: 'portal/validate-password-token/:token',
  access: 'key:mail-link',
  passwordFor: 'proof',
  params: z.object({ token: ResetToken }),
  answer: z.object({ isValid: z.literal(true), email: z.string().nullable() }),
});

/** Works once for each token, and ends every session of the login. */
export const resetPassword = call({
  name: 'resetPassword',
  summary: 'Set a new password with a mailed link',
  method: 'POST',
  path: 'portal/reset-password',
  access: 'key:mail-link',
  passwordFor: 'proof',
  body: z.strictObject({ token: ResetToken, password: NewPassword }),
  answer: Done,
});

/** Ends every other session of the login. WRONG_PASSWORD: the current one is wrong. */
export const changePassword = call({
  name: 'changePassword',
  summary: 'Change the password of the signed-in user',
  method: 'POST',
  path: 'portal/change-password',
  access: 'account',
  passwordFor: 'proof',
  body: z.strictObject({ currentPassword: z.string().min(1).max(longestPassword), password: NewPassword }),
  answer: Done,
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  codes: {
    PASSWORD_COMPLEXITY: 400,
    PASSWORD_TOO_SHORT: 400,
    PASSWORD_TOO_COMMON: 400,
  },
  calls: {
    requestPasswordReset: limited,
    validatePasswordToken: ['INVALID_TOKEN', ...limited],
    resetPassword: ['INVALID_TOKEN', ...newPassword, ...limited],
    changePassword: ['WRONG_PASSWORD', ...newPassword, ...limited],
  },
} as const satisfies FileErrors;
