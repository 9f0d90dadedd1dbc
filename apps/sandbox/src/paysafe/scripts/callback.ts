import { type ScriptError, toScriptError } from './script-error.ts';

/**
 * Runs `work` for a page that may have given a callback, or awaits the promise, or both. With a callback the promise never
 * rejects (nobody may be listening); without one it rejects with the error object.
 */
export async function deliver<Result>(
  work: () => Promise<Result>,
  callback: ((result: Result | undefined, error: ScriptError | undefined) => void) | undefined,
): Promise<Result | undefined> {
  try {
    const result = await work();
    // In a task of its own: what the page's callback throws is the page's, and shows in its console.
    if (callback !== undefined) queueMicrotask(() => callback(result, undefined));
    return result;
  } catch (reason) {
    const error = toScriptError(reason);
    // oxlint-disable-next-line typescript/only-throw-error -- the interface is a plain object, as the real script's
    if (callback === undefined) throw error;
    queueMicrotask(() => callback(undefined, error));
    return undefined;
  }
}
