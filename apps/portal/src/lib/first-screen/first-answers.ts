import type { FirstAnswer, FirstQuestion } from '@quayside/contract/portal/drawn-pages.ts';
import { queryClient } from '../queries/query-client.ts';
import { takeBlock } from '../page-data/document-data.ts';

/** Puts the answers that came inside the document into the cache, as if `callQuery` had just asked. */
export const takeFirstAnswers = (): void => keepAnswers(takeBlock('first-answers') ?? []);

/** Puts answers of calls into the query cache. */
export function keepAnswers(answers: readonly FirstAnswer[]): void {
  for (const { answer, ...question } of answers) queryClient.setQueryData(keyOf(question), answer);
}

/** Returns the key of a call's query. A query whose answer depends on the reader's language has it at the end. */
export const keyOf = ({ call, input, language }: FirstQuestion) => [
  call,
  input,
  ...(language === undefined ? [] : [language]),
];
