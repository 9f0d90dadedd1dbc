import type { Failures } from './use-action.ts';

/** The refusals of a form that proves by its field `currentPassword` who sends it. */
export const refusedProof: Failures = {
  WRONG_PASSWORD: { fields: { currentPassword: 'password.currentWrong' } },
  TOO_MANY_REQUESTS: { title: 'login.locked', text: null },
};
