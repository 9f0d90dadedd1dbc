/**
 * The points where crash tests kill the process: before and after every commit and every provider call of a payment,
 * in the order in which a payment passes them.
 */
export const crashPoints = [
  'before-create-commit',
  'after-create-commit',
  'before-authenticate-call',
  'after-authenticate-call',
  'after-authenticate-commit',
  'after-look-up-call',
  'before-sent-commit',
  'after-sent-commit',
  'after-charge-call',
  'before-outcome-commit',
  'after-outcome-commit',
  'before-allocate-commit',
  'after-allocate-commit',
  'before-remember-call',
  'after-remember-call',
  'after-status-call',
] as const;

/** Further points of a payment on a provider's own page, which also passes those above. */
export const pageCrashPoints = [
  'after-redirected-commit',
  'after-begin-call',
  'after-page-commit',
  'after-close-call',
] as const;

/** The points of a refund: before and after the provider's call. */
export const refundCrashPoints = ['after-refund-commit', 'after-refund-call'] as const;
export type CrashPoint = (typeof crashPoints | typeof pageCrashPoints | typeof refundCrashPoints)[number];

/** lib/settings/env.ts refuses the variable outside of tests. This check is the second lock. */
const armed = process.env.NODE_ENV === 'test' ? process.env.CRASH_AT : undefined;

/** Kills this process as a power failure does, if a test asked for it here. */
export function crashPoint(name: CrashPoint): void {
  if (name === armed) process.kill(process.pid, 'SIGKILL');
}
