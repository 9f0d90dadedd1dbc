import { type ErrorCode, errorStatus } from '@quayside/contract/error-codes.ts';

export interface FieldError {
  errorCode: string;
  fieldName: string;
  /** In the reader's language; where there is none, the text of `fields.<errorCode>`. */
  message?: string;
}

export interface ErrorOptions {
  /** Facts that the caller acts on. */
  meta?: Record<string, string>;
  /** Values for the text's placeholders. */
  values?: Record<string, string | number>;
  /** Which of the code's other texts says it better: `errors.CODE.variant`. */
  variant?: string;
  fields?: FieldError[];
  /** Seconds until another try makes sense. */
  retryAfter?: number;
  cause?: unknown;
}

/** A refusal that the caller is told of. Its text comes from the language files by its code. */
export class CallError extends Error {
  readonly code: ErrorCode;
  readonly options: ErrorOptions;

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    super(code, { cause: options.cause });
    this.name = 'CallError';
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** A foreign object is answered like none at all. */
export const notFound = () => new CallError('NOT_FOUND');
