import { type DestinationStream, type Level, type Logger, pino } from 'pino';
import { describeError } from './describe-error.ts';
import { logDestination } from './log-destination.ts';

const standardOutput: DestinationStream = logDestination(1);

/**
 * Makes the process's log, with one JSON line for each entry. It writes errors without the values that they are
 * about.
 */
export function createLog(level: Level | 'silent', destination = standardOutput): Logger {
  return pino({ level, serializers: { err: describeError } }, destination);
}
