import { getOrder } from '@quayside/contract/orders/orders.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useSession } from '../../lib/session/session.ts';
import { followMs } from './use-outstanding-orders.ts';

/** Queries an order. The caller shows the failure. */
export function useOrder(id: number) {
  const { accountGuid: guid } = useSession();
  return useQuery({
    ...callQuery(getOrder, { params: { guid, id } }),
    meta: { showsFailure: true },
    refetchInterval: ({ state }) => (state.data ? followMs([state.data.order]) : false),
  });
}
