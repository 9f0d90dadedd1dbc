import type { ErrorCode } from '@quayside/contract/errors/error-codes.ts';
import { useState } from 'react';
import { ApiError } from '../calls/api-error.ts';
import { reportQuietly } from '../errors/unhandled-errors.ts';

/** The words for a failure, as text keys. */
export interface FailureWords {
  /** The heading. Default: the failure's own message. */
  title?: string | undefined;
  /** The text below the heading. Default: the failure's own message; null for none. */
  text?: string | null;
  /** The failure is the fault of these fields of a form. The form marks them instead of showing an alert. */
  fields?: Readonly<Record<string, string>>;
}

/** Takes a failure over: does what it asks for, and nothing is shown. */
export type TakeOver = (error: ApiError) => unknown;

/**
 * The words or the function for each failure, by the contract's code. `other` holds the words for the rest.
 * `unanswered` holds those for a lost answer. By default they say that nobody knows whether it was done. `unsent` holds
 * those for a call without a connection, if `other` claims what only an answer can tell.
 */
export type Failures = { readonly [Code in ErrorCode]?: FailureWords | TakeOver } & {
  readonly [Rest in 'other' | 'unanswered' | 'unsent']?: FailureWords;
};

/** A failure with its words. */
export interface Failure {
  error: unknown;
  words: FailureWords;
}

export interface Action<Input> {
  /** Runs the call. Resolves to the failure to show. Undefined if there is none. */
  run: (input: Input) => Promise<Failure | undefined>;
  /** The failure of the last run. Undefined while it runs, after it succeeded, and if the failure was taken over. */
  failure: Failure | undefined;
  /** True if the last run succeeded. */
  isDone: boolean;
}

interface ActionOptions<Answer> {
  /** Gets the answer of a run that succeeded. Its own errors become toasts. */
  onDone?: ((answer: Answer) => unknown) | undefined;
  failures?: Failures;
  /** The code of the failure with which the page was opened: its form was posted without scripts. */
  problem?: string | undefined;
}

/** The words for a lost answer. */
export const unanswered = { title: 'general.unanswered', text: 'general.unansweredText' } as const;

function nextOf(error: unknown, failures: Failures): FailureWords | TakeOver {
  const { other = {} } = failures;
  if (!(error instanceof ApiError)) return other;
  if (error.isOutcomeUnknown) return failures.unanswered ?? (failures.other ? unanswered : {});
  if (error.isUnanswered) return failures.unsent ?? other;
  return (error.code && failures[error.code]) || other;
}

function failureOf(problem: string, failures: Failures): Failure {
  const answer = { responseStatus: { errorCode: problem, message: '', errors: [] }, traceId: '' };
  const error = new ApiError(400, answer);
  const next = nextOf(error, failures);
  return { error, words: typeof next === 'function' ? {} : next };
}

/**
 * A call that changes something: the one way to make one from a form or a button. The caller shows `failure` with
 * `FailureAlert`; a `Form` does it by itself. An error of the portal's own is also reported.
 */
export function useAction<Input = void, Answer = unknown>(
  call: (input: Input) => Promise<Answer> | Answer,
  { onDone, failures = {}, problem }: ActionOptions<Answer> = {},
): Action<Input> {
  const [ended, setEnded] = useState<{ failure?: Failure } | undefined>(() =>
    problem === undefined ? undefined : { failure: failureOf(problem, failures) },
  );

  const run = async (input: Input) => {
    setEnded(undefined);
    let answer: Answer;
    try {
      answer = await call(input);
    } catch (error) {
      reportQuietly(error);
      const next = nextOf(error, failures);
      if (typeof next === 'function') return void (await next(error as ApiError));
      const failure = { error, words: next };
      setEnded({ failure });
      return failure;
    }
    setEnded({});
    await onDone?.(answer);
    return undefined;
  };
  return { run, failure: ended?.failure, isDone: ended !== undefined && !ended.failure };
}
