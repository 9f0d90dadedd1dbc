import type { FirstAnswer } from '@quayside/contract/first-calls.ts';
import { takeBlock } from './document-data.ts';
import { queryClient } from '../queries/query-client.ts';

/** Puts the answers that came inside the document into the cache, as if `callQuery` had just asked. */
export const takeFirstAnswers = (): void => keepAnswers(takeBlock('first-answers') ?? []);

export function keepAnswers(answers: readonly FirstAnswer[]): void {
  for (const { call, input, answer, language } of answers)
    queryClient.setQueryData([call, input, ...(language === undefined ? [] : [language])], answer);
}
