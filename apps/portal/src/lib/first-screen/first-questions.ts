import type { FirstQuestion, FirstRefusal } from '@quayside/contract/portal/drawn-pages.ts';
import { hashKey, type Query } from '@tanstack/react-query';
import { answerOnServer, refusal } from '../calls/api.ts';
import { queryClient } from '../queries/query-client.ts';
import { keyOf } from './first-answers.ts';

/**
 * The queries of a page while the server draws it. Its guards and components say it by their queries, for the browser
 * and for the server. The server makes the calls, and draws the page again with their answers
 * (`apps/server/src/app/first-screen.ts`).
 */

/** The queries of the page that is being drawn, by their hash. */
const queries = new Map<string, Query>();
const refusals = new Map<string, FirstRefusal>();

/** Notes every query from now on. */
export function noteQueries(): void {
  const cache = queryClient.getQueryCache();
  const build = cache.build.bind(cache) as unknown as (...given: unknown[]) => Query;
  // Each use of a query comes through here, whether a guard fetches it or a component shows it.
  const noted = (client: unknown, options: { enabled?: unknown }, state: unknown): Query => {
    const query = build(client, options, state);
    // A query that a component has switched off waits for something else.
    if (options.enabled !== false) queries.set(query.queryHash, query);
    return query;
  };
  Object.assign(cache, { build: noted });
  answerOnServer((call, input) => {
    const refused = refusals.get(hashKey([call.name, input]));
    throw refused ? refusal(refused.status, refused.answer) : new Error(`The server has no answer to ${call.name} yet`);
  });
}

/** Forgets the page before. @param refused the calls of this page that the server has refused */
export function startQuestions(refused: readonly FirstRefusal[]): void {
  queries.clear();
  refusals.clear();
  for (const each of refused) refusals.set(hashKey(keyOf(each)), each);
}

/** Returns the calls that the page needs and whose answers are missing. */
export const openQuestions = (): FirstQuestion[] =>
  [...queries.values()].filter(({ state }) => state.data === undefined).flatMap(({ queryKey }) => readKey(queryKey));

/** Reads the key of a call's query. Other queries, such as those of partners' apps, are the browser's alone. */
function readKey([call, input, language]: readonly unknown[]): FirstQuestion[] {
  if (typeof call !== 'string' || typeof input !== 'object' || input === null) return [];
  return [{ call, input, ...(typeof language === 'string' && { language }) }];
}
