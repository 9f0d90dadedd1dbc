import { type DestinationStream, type Level, type Logger, pino } from 'pino';

/** The process's log: a JSON line an entry. Errors are written without the values that they are about. */
export function createLog(level: Level | 'silent', destination?: DestinationStream): Logger {
  return pino({ level, serializers: { err: describeError } }, destination);
}

interface DatabaseFault extends Error {
  code: string;
  table?: string;
  column?: string;
  constraint?: string;
}

/**
 * What a log may know of an error. DANGER: PostgreSQL repeats the row in `detail` and `where`, and the value in the
 * message of a wrong one (class 22), so people's data would be in the log with them.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const shared = { type: error.name, stack: callsOf(error), ...causeOf(error) };
  if (!isDatabaseFault(error)) return { ...shared, message: error.message, code: (error as { code?: unknown }).code };
  const { code, table, column, constraint } = error;
  return {
    ...shared,
    type: 'DatabaseError',
    code,
    table,
    column,
    constraint,
    message: code.startsWith('22') ? '' : error.message,
  };
}

const isDatabaseFault = (error: Error): error is DatabaseFault => 'severity' in error && 'code' in error;

/** The stack without its first lines, which are the message again. */
const callsOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

const causeOf = ({ cause }: Error) => (cause === undefined ? {} : { cause: describeError(cause) });
