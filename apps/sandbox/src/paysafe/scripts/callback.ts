import { type ScriptError, toScriptError } from '../../cards/scripts/script-error.ts';

/** A callback gets no result if the work failed, and no error if it succeeded. */
type Callback<Result> = (result: Result | undefined, error: ScriptError | undefined) => void;

/**
 * Runs `work` for a page that passed a callback. An error in the callback is the page's own, and shows in its
 * console.
 */
export function callBack<Result>(work: () => Promise<Result>, callback: Callback<Result>): void {
  void tell(work, callback);
}

async function tell<Result>(work: () => Promise<Result>, callback: Callback<Result>): Promise<void> {
  try {
    const result = await work();
    queueMicrotask(() => callback(result, undefined));
  } catch (reason) {
    const error = toScriptError(reason);
    queueMicrotask(() => callback(undefined, error));
  }
}

/** Runs `work` for a page that awaits a promise. It rejects with the error object. */
export async function promised<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (reason) {
    // oxlint-disable-next-line typescript/only-throw-error -- the interface is a plain object, as the real script's
    throw toScriptError(reason);
  }
}
