/**
 * The database can't be reached, did not answer in time, or stores nothing at the moment. It may have done what was
 * asked: only a transaction that was not committed is sure to leave nothing.
 */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway';
}

/** The system's codes for a connection that failed or broke. */
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
 * PostgreSQL's codes: connection lost (class 08), shut down, crashed, starting, too many connections, an idle
 * transaction, a statement or a lock that took too long. And a PostgreSQL that can be read and stores nothing: its disk
 * is full (53100), or it is read-only, as a standby is (25006).
 */
const serverCodes = /^(08...|57P0[1235]|53[13]00|25P03|25006|57014|55P03)$/;

/** Matches the driver's own errors, which have no codes. */
const driverMessages = new RegExp(
  '^Connection terminated|^Cannot use a pool after|^timeout e(xpired|xceeded)|' +
    '^Client (has encountered a connection error|was closed) and is not queryable',
);

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : '');

/**
 * Tells if an error of the driver means that the database is away.
 * DANGER: pass only errors from the driver. Any other connection's errors have the same system codes.
 */
function isAway(error: Error): boolean {
  const code = codeOf(error);
  return systemCodes.has(code) || serverCodes.test(code) || driverMessages.test(error.message);
}

/** Wraps the driver's error in DatabaseAway if it is one. Returns other errors as they are. */
export function asDatabaseAway(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseAway || !isAway(error)) return error;
  return new DatabaseAway(error.message, { cause: error });
}

/**
 * Wraps the error of a connection that did not open. Whatever the reason is, such as a certificate that has ended or a
 * disk without room, nobody can reach the database until somebody mends it.
 */
export const notOpened = (error: Error): DatabaseAway =>
  error instanceof DatabaseAway ? error : new DatabaseAway(error.message, { cause: error });

/**
 * Tells if PostgreSQL has ended the connection with this error (57P01 and its like). The driver learns it only when the
 * network says so, and takes the connection for a good one until then.
 */
export function endsConnection(error: unknown): boolean {
  const cause = error instanceof DatabaseAway ? error.cause : error;
  return cause instanceof Error && /^57P0[1235]$/.test(codeOf(cause));
}

/** Tells if PostgreSQL answers that it is starting or stopping (57P03). Waiting is worthwhile then. */
export function isStarting(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '57P03';
}
