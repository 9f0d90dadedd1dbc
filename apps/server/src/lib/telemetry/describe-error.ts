import { scrub } from './scrub.ts';

/**
 * The facts of an error that may leave this process. For a database's fault they name its table, but hold no
 * values.
 */
export interface DescribedError {
  type: string;
  message: string;
  /** The lines of the calls, without the message. */
  stack: string;
  /** The code of an error of the system, Node or the database. */
  code?: string | undefined;
  table?: string | undefined;
  column?: string | undefined;
  constraint?: string | undefined;
  cause?: DescribedError;
}

interface DatabaseFault extends Error {
  code: string;
  table?: string;
  column?: string;
  constraint?: string;
}

/**
 * Describes an error without the values that it is about. DANGER: PostgreSQL repeats the row in `detail` and
 * `where`, and the value in messages of class 22. Logging those would log people's data.
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  const described = { type: error.name, message: scrub(error.message), stack: callsOf(error), ...cause };
  if (!isDatabaseFault(error)) return { ...described, code: codeOf(error) };
  const { code, table, column, constraint } = error;
  const message = code.startsWith('22') ? '' : described.message;
  return { ...described, type: 'DatabaseError', message, code, table, column, constraint };
}

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : undefined);

const isDatabaseFault = (error: Error): error is DatabaseFault => 'severity' in error && 'code' in error;

/** Returns the stack without its first lines, which repeat the message. */
const callsOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
