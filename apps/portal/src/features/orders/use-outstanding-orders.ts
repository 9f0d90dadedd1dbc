import { listOutstandingOrders } from '@quayside/contract/orders.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/call-query.ts';
import { useSession } from '../../lib/session.ts';

/** What the account owes. The screen shows its own failure. */
export function useOutstandingOrders() {
  const { accountGuid } = useSession();
  return useQuery({
    ...callQuery(listOutstandingOrders, { params: { guid: accountGuid } }),
    meta: { showsFailure: true },
  });
}
