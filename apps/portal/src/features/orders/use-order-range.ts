import { getOrderDateRange } from '@quayside/contract/orders.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/call-query.ts';
import { useSession } from '../../lib/session.ts';

/** The first and the last day of the account's orders; only needed for days of one's own. */
export function useOrderRange(isNeeded: boolean) {
  const { accountGuid: guid } = useSession();
  const range = useQuery({
    ...callQuery(getOrderDateRange, { params: { guid } }),
    enabled: isNeeded,
    meta: { showsFailure: true },
  });
  return range.data ?? null;
}
