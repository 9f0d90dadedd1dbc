import { takeBlock } from './page.ts';
import { queryClient } from './query-client.ts';

/** Puts the answers that came inside the document into the cache, as if `callQuery` had just asked. */
export function takeFirstAnswers(): void {
  for (const { call, input, answer } of takeBlock('first-answers') ?? []) {
    queryClient.setQueryData([call, input], answer);
  }
}
