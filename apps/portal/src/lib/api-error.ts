import type { ErrorAnswer } from '@quayside/contract/common.ts';
import type { ErrorCode } from '@quayside/contract/error-codes.ts';

/** A call that failed: answered with an error, or not answered at all (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly answer: ErrorAnswer | undefined;

  constructor(status: number, answer: ErrorAnswer | undefined, options?: ErrorOptions) {
    super(answer?.responseStatus.message ?? '', options);
    this.name = 'ApiError';
    this.status = status;
    this.answer = answer;
  }

  /** Nobody answered for so long that the portal gave up. */
  get timedOut(): boolean {
    return this.cause instanceof DOMException && this.cause.name === 'TimeoutError';
  }

  /** The contract's code, or undefined where nobody gave one. */
  get code(): ErrorCode | undefined {
    return this.answer?.responseStatus.errorCode as ErrorCode | undefined;
  }

  /** Facts to act on, such as the new `amount` of AMOUNT_CHANGED. */
  get meta(): Record<string, string> {
    return this.answer?.responseStatus.meta ?? {};
  }

  /** What to quote to the office; finds the request in the server's log. */
  get reference(): string | undefined {
    return this.answer?.traceId;
  }
}

/** Whether an error is the contract's `code`. */
export function hasCode(error: unknown, code: ErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code;
}
