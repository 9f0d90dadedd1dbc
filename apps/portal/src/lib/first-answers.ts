import { takeBlock } from './page.ts';
import { queryClient } from './query-client.ts';

/** Takes what the server has answered along with the document, as if the portal had asked just now by `callQuery`. */
export function takeFirstAnswers(): void {
  for (const { call, input, answer } of takeBlock('first-answers') ?? []) {
    queryClient.setQueryData([call, input], answer);
  }
}
