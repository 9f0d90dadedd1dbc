import { z } from 'zod';

/**
 * The rules for a new password (decision S8).
 * - `specified`: at least 6 characters with a lowercase and an uppercase letter, a digit and a special character.
 * - `modern`: at least 8 characters of any kind, but not one of the common passwords, which only the server knows.
 */
export const PasswordPolicy = z.enum(['specified', 'modern']);
export type PasswordPolicy = z.output<typeof PasswordPolicy>;

/** The rules that a password can break. */
export type PasswordRule = 'length' | 'lower' | 'upper' | 'digit' | 'special';

/** Maximum number of characters, so that hashing can't be made expensive. */
export const longestPassword = 128;

/** Minimum number of characters. */
export const shortestPassword: Record<PasswordPolicy, number> = { specified: 6, modern: 8 };

export const passwordRules: Record<PasswordPolicy, readonly PasswordRule[]> = {
  specified: ['length', 'lower', 'upper', 'digit', 'special'],
  modern: ['length'],
};

/** Returns the rules of a policy that a password breaks, in the policy's order. Nothing is trimmed. */
export function brokenRules(password: string, policy: PasswordPolicy): PasswordRule[] {
  // In the form that is hashed. A keyboard can compose a letter in several ways, and all must count the same.
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
