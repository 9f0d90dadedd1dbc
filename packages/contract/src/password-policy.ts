import { z } from 'zod';

/**
 * What a new password has to be (decision S8).
 * - `specified`: at least 6 characters with a lowercase and an uppercase letter, a digit and a special character.
 * - `modern`: at least 8 characters of any kind, and none of the common ones, which only the server knows.
 */
export const PasswordPolicy = z.enum(['specified', 'modern']);
export type PasswordPolicy = z.output<typeof PasswordPolicy>;

/** What a password can lack. */
export type PasswordRule = 'length' | 'lower' | 'upper' | 'digit' | 'special';

/** Characters at most, so that nobody has us hash a book. */
export const longestPassword = 128;

/** Characters at least. */
export const shortestPassword: Record<PasswordPolicy, number> = { specified: 6, modern: 8 };

export const passwordRules: Record<PasswordPolicy, readonly PasswordRule[]> = {
  specified: ['length', 'lower', 'upper', 'digit', 'special'],
  modern: ['length'],
};

/** The rules of a policy that a password doesn't keep, in the policy's order. Nothing is trimmed. */
export function brokenRules(password: string, policy: PasswordPolicy): PasswordRule[] {
  // As it is hashed: a letter is the same however a keyboard composes it.
  const written = password.normalize('NFC');
  return passwordRules[policy].filter((rule) => !keeps[rule](written, policy));
}

const keeps: Record<PasswordRule, (password: string, policy: PasswordPolicy) => boolean> = {
  length: (password, policy) => Array.from(password).length >= shortestPassword[policy],
  lower: (password) => /\p{Ll}/u.test(password),
  upper: (password) => /\p{Lu}/u.test(password),
  digit: (password) => /\p{Nd}/u.test(password),
  special: (password) => /[^\p{L}\p{M}\p{Nd}\s]/u.test(password),
};
