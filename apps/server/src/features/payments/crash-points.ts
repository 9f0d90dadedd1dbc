/**
 * Where the tests of crashes kill the process: before and after every commit and every call of a provider on the way
 * of a payment. In the order in which a payment passes them.
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

/** The same on the way of a payment on a provider's own page, beside the ones above that it passes too. */
export const pageCrashPoints = [
  'after-redirected-commit',
  'after-begin-call',
  'after-page-commit',
  'after-close-call',
] as const;
export type CrashPoint = (typeof crashPoints | typeof pageCrashPoints)[number];

/** env.ts refuses the variable anywhere but in tests; this is the second lock. */
const armed = process.env.NODE_ENV === 'test' ? process.env.CRASH_AT : undefined;

/** Ends this process as a power cut does, where a test asked for it here. */
export function crashPoint(name: CrashPoint): void {
  if (name === armed) process.kill(process.pid, 'SIGKILL');
}
