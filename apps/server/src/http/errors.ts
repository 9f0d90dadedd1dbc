import { type ErrorCode, errorStatus } from '@quayside/contract/errors/error-codes.ts';

export interface FieldError {
  errorCode: string;
  fieldName: string;
  /** In the reader's language. Default: the text of `fields.<errorCode>`. */
  message?: string;
  /** The limit of the field, for the text `fields.<errorCode>.allowed`. */
  allowed?: string | number | undefined;
}

export interface ErrorOptions {
  /** Facts that the caller uses. */
  meta?: Record<string, string>;
  /** Values for the text's placeholders. */
  values?: Record<string, string | number>;
  /** The variant of the code's text that fits better: `errors.CODE.variant`. */
  variant?: string;
  fields?: FieldError[];
  /** The seconds after which another try makes sense. */
  retryAfter?: number;
  /** The methods that the path takes, for a 405. */
  allow?: string;
  /** True for a 5xx that is no fault, such as that of a copy that stops. Nobody gets a report. */
  isNoFault?: boolean;
  cause?: unknown;
}

/** A refusal for the caller. Its text comes from the language files, by its code. */
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

/** Returns the refusal of an object that does not exist. A foreign object gets the same. */
export const notFound = () => new CallError('NOT_FOUND');
