import { getQuickPayOrder } from '@quayside/contract/quick-pay.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/call-query.ts';

/** How often an order is asked for, in milliseconds: somebody else may be paying it, or about to. */
const [whileProcessing, otherwise] = [5_000, 30_000];

/** An order by its pay link. Asking opens it to this browser, so it comes before every other call about it. */
export function useQuickPayOrder(guid: string) {
  return useQuery({
    ...callQuery(getQuickPayOrder, { params: { guid } }),
    meta: { showsFailure: true },
    // Somebody comes back here from signing, or from paying.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.order.paymentStatus === 'Processing' ? whileProcessing : otherwise),
  });
}
