import { listOutstandingOrders } from '@quayside/contract/orders/orders.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useSession } from '../../lib/session/session.ts';
import { useTenant } from '../../lib/tenant.ts';

/**
 * Returns the interval for reading orders again, in milliseconds, because they may be paid elsewhere. Held orders
 * are read more often.
 */
export const followMs = (orders: readonly { paymentStatus: string }[]): number =>
  orders.some(({ paymentStatus }) => paymentStatus === 'Processing') ? 5_000 : 30_000;

/** Queries the unpaid orders of the account. Disabled if the marina shows none. The screen shows the failure. */
export function useOutstandingOrders() {
  const { accountGuid } = useSession();
  const { permissions } = useTenant();
  return useQuery({
    ...callQuery(listOutstandingOrders, { params: { guid: accountGuid } }),
    enabled: permissions.invoicingEnabled,
    meta: { showsFailure: true },
    refetchInterval: ({ state }) => followMs(state.data?.orders ?? []),
  });
}
