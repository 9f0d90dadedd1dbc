/**
 * The database can't be reached, or gave no answer in the time that it has. What was asked may have been done all the
 * same: only a transaction that was not committed is sure to have left nothing.
 */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway';
}

/** Of the system, from a connection that failed or broke. */
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/**
 * PostgreSQL's own words for: connection lost (class 08), shut down, crashed, starting, too many connections, a
 * transaction that stood still, a statement or a lock that took too long.
 */
const serverCodes = /^(08...|57P0[1235]|53300|25P03|57014|55P03)$/;

/** The driver has no codes for its own errors. */
const driverMessages =
  /^Connection terminated|^Cannot use a pool after|^timeout e(xpired|xceeded)|^Client (has encountered a connection error|was closed) and is not queryable/;

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : '');

/**
 * Whether an error of the driver says that the database is away.
 * DANGER: only for errors that came from the driver: the system's codes are those of any connection.
 */
function isAway(error: Error): boolean {
  const code = codeOf(error);
  return systemCodes.has(code) || serverCodes.test(code) || driverMessages.test(error.message);
}

/** The driver's error, as DatabaseAway where it is one. */
export function explainAway(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseAway || !isAway(error)) return error;
  return new DatabaseAway(error.message, { cause: error });
}

/** Whether PostgreSQL answers that it is starting (57P03) or stopping: then it pays to wait. */
export function isStarting(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '57P03';
}
