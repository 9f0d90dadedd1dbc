import { DatabaseAway } from '../../db/connections/database-away.ts';

/** Each time the requests that were in the way go on. New ones are few: what they need goes, or waits for its lock. */
const mostTries = 20;

/** PostgreSQL's codes of a deadlock, and of a lock that took longer than the transaction's own limit. */
const inTheWay = new Set(['40P01', '55P03']);

/**
 * Runs a transaction, and runs it again if a request held a row that it needs: the request may wait for a row that
 * the transaction has locked. DANGER: do nothing in it that a rollback does not take back.
 * @param tell hears of each time
 */
export async function againAfterDeadlocks<Result>(run: () => Promise<Result>, tell: () => void): Promise<Result> {
  for (let tries = 1; ; tries++)
    try {
      return await run();
    } catch (error) {
      if (!inTheWay.has(codeOf(error)) || tries > mostTries) throw error;
      tell();
    }
}

function codeOf(error: unknown): string {
  const thrown = error instanceof DatabaseAway ? error.cause : error;
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}
