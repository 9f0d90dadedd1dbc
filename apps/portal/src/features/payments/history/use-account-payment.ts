import { getAccountPayment, getPaymentDateRange } from '@quayside/contract/payment-history.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/call-query.ts';
import { useSession } from '../../../lib/session.ts';

/** A payment of the history. Whoever asks shows the failure. */
export function useAccountPayment(id: number) {
  const { accountGuid: guid } = useSession();
  return useQuery({ ...callQuery(getAccountPayment, { params: { guid, id } }), meta: { showsFailure: true } });
}

/** The days of the first and the last payment; only needed for days of one's own. */
export function usePaymentRange(isNeeded: boolean) {
  const { accountGuid: guid } = useSession();
  const range = useQuery({
    ...callQuery(getPaymentDateRange, { params: { guid } }),
    enabled: isNeeded,
    meta: { showsFailure: true },
  });
  return range.data ?? null;
}
