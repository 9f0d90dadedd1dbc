import type { ErrorAnswer } from '@quayside/contract/shared/common.ts';
import type { ErrorCode } from '@quayside/contract/errors/error-codes.ts';

interface Unsent {
  /** True if the device had no connection when the call began, so that it has done nothing. */
  wasOffline?: boolean;
}

/** The answers of a proxy that has heard nothing from the server. */
const answersOfProxies: readonly number[] = [502, 504];

/** A failed call: the server answered an error, or did not answer at all (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly answer: ErrorAnswer | undefined;
  /** True if the answer was lost, so that nobody knows here whether the call has done its work. */
  readonly isOutcomeUnknown: boolean;

  constructor(status: number, answer: ErrorAnswer | undefined, options: ErrorOptions & Unsent = {}) {
    super(answer?.responseStatus.message ?? '', options);
    this.name = 'ApiError';
    this.status = status;
    this.answer = answer;
    this.isOutcomeUnknown = status === 0 ? !options.wasOffline : !answer && answersOfProxies.includes(status);
  }

  /** True if no answer of the marina's server came: none at all, or one of a proxy before it. */
  get isUnanswered(): boolean {
    return this.answer === undefined;
  }

  /** True if the portal gave up because no answer came in time. */
  get timedOut(): boolean {
    return this.cause instanceof DOMException && this.cause.name === 'TimeoutError';
  }

  /** The contract's code. Undefined if the answer has none. */
  get code(): ErrorCode | undefined {
    return this.answer?.responseStatus.errorCode as ErrorCode | undefined;
  }

  /** Values that the caller acts on, such as the new `amount` of AMOUNT_CHANGED. */
  get meta(): Record<string, string> {
    return this.answer?.responseStatus.meta ?? {};
  }

  /** The reference that a customer quotes to the office. It finds the request in the server's log. */
  get reference(): string | undefined {
    return this.answer?.traceId;
  }
}

/** Checks if an error has the contract's `code`. */
export function hasCode(error: unknown, code: ErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code;
}
