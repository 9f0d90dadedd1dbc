import { listOutstandingOrders } from '@quayside/contract/orders.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/call-query.ts';
import { useSession } from '../../lib/session.ts';

/** How often orders are read anew, in milliseconds: they may be paid elsewhere. Those that are held tell soon. */
export const followMs = (orders: readonly { paymentStatus: string }[]): number =>
  orders.some(({ paymentStatus }) => paymentStatus === 'Processing') ? 5_000 : 30_000;

/** What the account owes. The screen shows its own failure. */
export function useOutstandingOrders() {
  const { accountGuid } = useSession();
  return useQuery({
    ...callQuery(listOutstandingOrders, { params: { guid: accountGuid } }),
    meta: { showsFailure: true },
    refetchInterval: ({ state }) => followMs(state.data?.orders ?? []),
  });
}
