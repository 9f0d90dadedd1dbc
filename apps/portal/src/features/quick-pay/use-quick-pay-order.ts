import { getQuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/queries/call-query.ts';

/** The intervals of reading an order again, in milliseconds, because somebody else may pay it. */
const [whileProcessing, otherwise] = [5_000, 30_000];

/**
 * Queries an order by its pay link. This call opens the order to the browser, so it must come before every other
 * call about it.
 */
export function useQuickPayOrder(guid: string) {
  return useQuery({
    ...callQuery(getQuickPayOrder, { params: { guid } }),
    meta: { showsFailure: true },
    // The reader may come back here after signing or paying.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.order.paymentStatus === 'Processing' ? whileProcessing : otherwise),
  });
}
