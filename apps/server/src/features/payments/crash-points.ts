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
export type CrashPoint = (typeof crashPoints)[number];

/** env.ts refuses the variable anywhere but in tests; this is the second lock. */
const armed = process.env.NODE_ENV === 'test' ? process.env.CRASH_AT : undefined;

/** Ends this process as a power cut does, where a test asked for it here. */
export function crashPoint(name: CrashPoint): void {
  if (name === armed) process.kill(process.pid, 'SIGKILL');
}
