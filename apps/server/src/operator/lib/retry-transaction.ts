import { DatabaseAway } from '../../db/connections/database-away.ts';
import { OperatorError } from './command.ts';

/** Each time the requests that were in the way go on. New ones are few: what they need goes, or waits for its lock. */
const mostTries = 20;

/** PostgreSQL's codes of a deadlock, and of a lock that took longer than the transaction's own limit. */
const locked = new Set(['40P01', '55P03']);
/** PostgreSQL's code of a row that was added meanwhile and names one that is to go. */
const stillNamed = '23503';

/**
 * Runs a transaction, and runs it again if a request was in its way. The request may hold a row that the transaction
 * needs, and wait for one that it has locked. DANGER: do nothing in it that a rollback does not take back.
 * @param tell hears of each time
 * @throws OperatorError if something holds a row all the time
 */
export async function retryTransaction<Result>(run: () => Promise<Result>, tell: () => void): Promise<Result> {
  for (let tries = 1; ; tries++)
    try {
      return await run();
    } catch (error) {
      const code = codeOf(error);
      const isLocked = locked.has(code);
      if (isLocked && tries > mostTries)
        throw new OperatorError('Requests stay in the way. Nothing has changed: run the command again.');
      if ((!isLocked && code !== stillNamed) || tries > mostTries) throw error;
      tell();
    }
}

function codeOf(error: unknown): string {
  const thrown = error instanceof DatabaseAway ? error.cause : error;
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}
