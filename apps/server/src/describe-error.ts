import { scrub } from './scrub.ts';

/** What may be known of an error beyond this process. Of a database's fault also what it is about, without its values. */
export interface DescribedError {
  type: string;
  message: string;
  /** The calls, without the message. */
  stack: string;
  /** Of the system's, Node's and the database's errors. */
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
 * Describes an error without the values that it is about. DANGER: PostgreSQL repeats the row in `detail` and `where`, and
 * the value in the message of a wrong one (class 22), so people's data would be in the log with them.
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

/** The stack without its first lines, which are the message again. */
const callsOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
