import { useSyncExternalStore } from 'react';
import { hasCode } from '../calls/api-error.ts';
import type { Failures } from '../actions/use-action.ts';

/** Gets the result: true if the reader has proven who they are. */
type AnswerProof = (isProven: boolean) => void;

let openRequest: AnswerProof | null = null;
const listeners = new Set<() => void>();

function change(next: AnswerProof | null): void {
  openRequest = next;
  for (const listener of listeners) listener();
}

/**
 * Runs an action that needs a recent sign-in (decision C4.3). If the last one is too old, a dialog asks the reader
 * for proof and the action runs again. So it must be safe to repeat.
 * @throws {ApiError} the errors of `act`; AUTHENTICATION_TOO_OLD if the reader cancels
 */
export async function withRecentSignIn<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!hasCode(error, 'AUTHENTICATION_TOO_OLD')) throw error;
    const isProven = await new Promise<boolean>((resolve) => {
      openRequest?.(false);
      change(resolve);
    });
    if (!isProven) throw error;
    return act();
  }
}

/** Answers the open request for proof, if there is one. */
export function answerProof(isProven: boolean): void {
  const answer = openRequest;
  change(null);
  answer?.(isProven);
}

/** Returns true while the reader is asked for proof. */
export function useIsProofRequested(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => openRequest !== null,
    () => false,
  );
}

/** The refusals of a form that proves by its field `currentPassword` who sends it. */
export const refusedProof: Failures = {
  WRONG_PASSWORD: { fields: { currentPassword: 'password.currentWrong' } },
  TOO_MANY_REQUESTS: { title: 'login.locked', text: null },
};
