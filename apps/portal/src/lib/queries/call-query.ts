import type { Call, CallAnswer, CallInput } from '@quayside/contract/shared/call.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../calls/api.ts';

/**
 * Builds the query for a call, the one way to read through the cache: `useQuery(callQuery(getSummary, { params: {
 * guid } }))`.
 */
export function callQuery<C extends Call>(call: C, input: CallInput<C>) {
  return queryOptions<CallAnswer<C>>({
    queryKey: [call.name, input],
    queryFn: ({ signal }) => api(call, input, { signal }),
  });
}
