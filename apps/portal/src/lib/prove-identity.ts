import { useSyncExternalStore } from 'react';
import { hasCode } from './api-error.ts';

/** Told whether the reader has proven who they are. */
type Asked = (isProven: boolean) => void;

let asked: Asked | null = null;
const listeners = new Set<() => void>();

function change(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/**
 * Does what asks for a recent sign-in (decision C4.3): where the last one is too long ago, the reader proves who they
 * are in a dialog, and it is done again. What `act` was given must bear that.
 * @throws {ApiError} what `act` throws; AUTHENTICATION_TOO_OLD where the reader would rather not
 */
export async function withRecentSignIn<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!hasCode(error, 'AUTHENTICATION_TOO_OLD')) throw error;
    const isProven = await new Promise<boolean>((resolve) => {
      asked?.(false);
      change(resolve);
    });
    if (!isProven) throw error;
    return act();
  }
}

/** Ends what was asked, if anything was. */
export function answerProof(isProven: boolean): void {
  const answer = asked;
  change(null);
  answer?.(isProven);
}

/** Whether the reader is asked right now to prove who they are. */
export function useIsProofAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked !== null,
  );
}
