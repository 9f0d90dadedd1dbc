import { type DestinationStream, type Level, type Logger, pino } from 'pino';
import { describeError } from './describe-error.ts';

/** The process's log: a JSON line an entry. Errors are written without the values that they are about. */
export function createLog(level: Level | 'silent', destination?: DestinationStream): Logger {
  return pino({ level, serializers: { err: describeError } }, destination);
}
